import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Queryable } from '../../db/client'
import { fileVersions } from '../../db/schema/files'
import type { FileStorage } from '../../storage/port'

interface Where {
  db: Queryable
  storage: Pick<FileStorage, 'sizeOf'>
}
type Content = Pick<typeof fileVersions.$inferSelect, 'storageKey' | 'fileSize'>

/** Contents that readers of this process have missed, by storage key. */
const missed = new Map<string, Content>()
/** Then it is no longer about some. */
const mostNoted = 100
const several = 4

/** Logs that a reader has missed a content, once until it is back, unless it was deleted meanwhile. */
export async function noteMissing(
  portal: Where & { logger: Logger },
  file: Content & { id: number },
): Promise<void> {
  const { storageKey, fileSize } = file
  if (missed.has(storageKey) || missed.size >= mostNoted) return
  if (await isDeleted(portal, storageKey)) return
  missed.set(storageKey, { storageKey, fileSize })
  portal.logger.error({ file: file.id }, 'a stored file is missing: see npm run portal -- fsck')
}

/** How many of those that were missed are not back, and not deleted; looks no further after so many. */
export async function countMissing(portal: Where, enough = mostNoted): Promise<number> {
  let count = 0
  for (const content of missed.values()) {
    if ((await isStored(portal, content)) || (await isDeleted(portal, content.storageKey)))
      missed.delete(content.storageKey)
    else if ((count += 1) === enough) break
  }
  return count
}

/** For the readiness check. */
export async function findMissing(portal: Where): Promise<string[]> {
  if ((await countMissing(portal, several)) < several) return []
  return [
    `${several} or more documents are missing where UPLOADS_DIR or STORAGE leads: see npm run portal -- fsck`,
  ]
}

const isStored = async ({ storage }: Where, { storageKey, fileSize }: Content) =>
  (await storage.sizeOf(storageKey)) === fileSize

const isDeleted = async ({ db }: Where, storageKey: string) =>
  (await db.$count(fileVersions, eq(fileVersions.storageKey, storageKey))) === 0
