import { desc, eq } from 'drizzle-orm'
import type { VersionState } from '@shared/files'
import type { Ctx } from '../../ctx'
import type { Queryable } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { users } from '../../db/schema/users'
import { notFound } from '../../errors'

export type ListedVersion = Awaited<ReturnType<typeof listFileVersions>>[number]

/**
 * Every content that is kept of a file, newest first, with what is known of its bytes without reading
 * them. Throws 404 when there is no such file.
 */
export async function listFileVersions({ db, storage }: Ctx, fileId: number) {
  const rows = await listRows(db, fileId)
  // A file is never without a version.
  if (rows.length === 0) throw notFound()
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      state: lookAt(await storage.sizeOf(row.storageKey), row),
      hasCopy: (await storage.sizeOf(row.storageKey, 'backup')) === row.fileSize,
    })),
  )
}

async function listRows(db: Queryable, fileId: number) {
  return db
    .select({
      id: fileVersions.id,
      storageKey: fileVersions.storageKey,
      fileName: fileVersions.fileName,
      fileSize: fileVersions.fileSize,
      fileType: fileVersions.fileType,
      sha256: fileVersions.sha256,
      reason: fileVersions.reason,
      createdAt: fileVersions.createdAt,
      approvedAt: fileVersions.approvedAt,
      isDamaged: fileVersions.isDamaged,
      shownKey: files.storageKey,
      by: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        isAdmin: users.isAdmin,
      },
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .leftJoin(users, eq(users.id, fileVersions.createdBy))
    .where(eq(fileVersions.fileId, fileId))
    .orderBy(desc(fileVersions.id))
}

/** Damage that a reader or the portal's own check has found; bytes that were never read count as whole. */
function lookAt(
  size: number | null,
  stored: { fileSize: number; isDamaged: boolean },
): VersionState {
  if (size === null) return 'missing'
  return size !== stored.fileSize || stored.isDamaged ? 'damaged' : 'whole'
}
