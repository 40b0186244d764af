import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { fileVersions } from '../../db/schema/files'
import type { IdRange } from '../../db/ids'

export type StoredVersion = Awaited<ReturnType<typeof listVersionsIn>>[number]

/** Every version in a range of ids, with what its content must be. */
export async function listVersionsIn(db: Database, { after, upTo }: IdRange) {
  return db
    .select({
      id: fileVersions.id,
      fileId: fileVersions.fileId,
      fileName: fileVersions.fileName,
      fileSize: fileVersions.fileSize,
      storageKey: fileVersions.storageKey,
    })
    .from(fileVersions)
    .where(and(gt(fileVersions.id, after), lte(fileVersions.id, upTo)))
}

/** False once the version was deleted, or its content was stored under another key. */
export async function stillStands(db: Database, { storageKey }: StoredVersion): Promise<boolean> {
  return (await db.$count(fileVersions, eq(fileVersions.storageKey, storageKey))) > 0
}

/** What a report calls it. */
export const nameVersion = ({ id, fileId, fileName }: StoredVersion) =>
  `File ${fileId}, version ${id} (${fileName})`
