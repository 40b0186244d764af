import { eq } from 'drizzle-orm'
import { type files, fileVersions } from '@server/db/schema/files'
import type { TestApp } from './app'
import { unknownKey } from '@tests/support/samples/forms'

/**
 * Contents that a file had before, whose size only the rows say; returns their ids.
 */
export async function addEarlierContents(
  app: TestApp,
  file: typeof files.$inferSelect,
  sizes: number[],
  approvedAt: Date | null = null,
): Promise<number[]> {
  const { id: fileId, fileName, fileType, sha256 } = file
  const like = { fileId, fileName, fileType, sha256, reason: 're-upload', approvedAt } as const
  const rows = await app.db
    .insert(fileVersions)
    .values(
      sizes.map((fileSize) => {
        const storageKey = `${file.uploadKey}/${unknownKey()}.pdf`
        return { ...like, storageKey, fileSize }
      }),
    )
    .returning({ id: fileVersions.id })
  return rows.map(({ id }) => id)
}

/** All that is kept of a file, oldest first. */
export const listContents = (app: TestApp, fileId: number) =>
  app.db.select().from(fileVersions).where(eq(fileVersions.fileId, fileId)).orderBy(fileVersions.id)
