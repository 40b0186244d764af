import { desc, eq } from 'drizzle-orm'
import type { VersionState } from '@shared/files'
import type { Ctx } from '../../ctx'
import { files, fileVersions } from '../../db/schema/files'
import { users } from '../../db/schema/users'
import { notFound } from '../../errors'

/**
 * Every content that is kept of a file, newest first, with what is known of its bytes without reading
 * them. Throws 404 when there is no such file.
 */
export async function listFileVersions({ db, storage }: Ctx, fileId: number) {
  const { id, firstName, lastName, isAdmin } = users
  const rows = await db
    .select({
      version: fileVersions,
      shownKey: files.storageKey,
      by: { id, firstName, lastName, isAdmin },
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .leftJoin(users, eq(users.id, fileVersions.createdBy))
    .where(eq(fileVersions.fileId, fileId))
    .orderBy(desc(fileVersions.id))
  // A file is never without a version.
  if (rows.length === 0) throw notFound()
  return Promise.all(
    rows.map(async ({ version, shownKey, by }) => ({
      ...version,
      by: by && {
        id: by.id,
        name: `${by.firstName} ${by.lastName}`,
        isAdmin: by.isAdmin === 1,
      },
      isShown: version.storageKey === shownKey,
      state: lookAt(await storage.sizeOf(version.storageKey), version),
      hasCopy: (await storage.sizeOf(version.storageKey, 'backup')) === version.fileSize,
    })),
  )
}

/** Damage that a reader or the portal's own check has found; bytes that were never read count as whole. */
function lookAt(
  size: number | null,
  stored: { fileSize: number; isDamaged: boolean },
): VersionState {
  if (size === null) return 'missing'
  return size !== stored.fileSize || stored.isDamaged ? 'damaged' : 'whole'
}
