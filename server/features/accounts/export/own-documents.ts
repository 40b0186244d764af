import { asc, eq, inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Transaction } from '../../../db/client'
import { files, fileVersions } from '../../../db/schema/files'
import type { FileStorage, OpenedContent } from '../../../storage/port'
import { findFlawIn } from '../../files/find-flaw'
import { isWhole } from '../../files/is-whole'

export type OwnDocument = Awaited<ReturnType<typeof listOwnDocuments>>[number]
export type OwnVersion = OwnDocument['versions'][number]

/** Someone's documents, the oldest first, each with every content that is kept of it. */
export async function listOwnDocuments(tx: Transaction, userId: number) {
  const owned = await tx.select().from(files).where(eq(files.userId, userId)).orderBy(asc(files.id))
  const ids = owned.map(({ id }) => id)
  const versions = ids.length
    ? await tx
        .select()
        .from(fileVersions)
        .where(inArray(fileVersions.fileId, ids))
        .orderBy(asc(fileVersions.id))
    : []
  return owned.map((file) => ({
    ...file,
    versions: versions
      .filter(({ fileId }) => fileId === file.id)
      .map((version) => ({ ...version, isShown: version.storageKey === file.storageKey })),
  }))
}

/** Why a content is not in someone's copy. */
export type LeftOut = 'waiting for its virus check' | 'missing' | 'damaged'

/**
 * A stored content whose bytes are whole, from its second copy when the first is not; or why there is none.
 * It stays readable when it is replaced or removed meanwhile.
 */
export async function openWhole(input: {
  db: Database
  storage: FileStorage
  logger: Logger
  document: OwnDocument
  version: OwnVersion
}): Promise<OpenedContent | LeftOut> {
  const { db, storage, logger, document, version } = input
  if (document.quarantine && version.isShown) return 'waiting for its virus check'
  const content = await storage.open(version.storageKey)
  if (content) {
    if (await isWhole({ db, logger, content, version })) return content
    await content.close()
  }
  const copy = await storage.openBackup(version.storageKey)
  if (!copy) return content ? 'damaged' : 'missing'
  if ((await findFlawIn(copy, version)) === null) return copy
  await copy.close()
  return 'damaged'
}
