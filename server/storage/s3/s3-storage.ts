import type { Logger } from 'pino'
import type { S3Address } from '../../env-storage'
import { StorageAwayError } from '../../storage-away'
import { hasCode, measureDisk } from '../disk-io'
import { checkIncoming, makeIncoming } from '../incoming'
import { isStorageKey, markName, otherCopy, requireStorageKey, type FileStorage } from '../port'
import { connectS3, type S3Keys, type S3Limits } from './connect-s3'
import { openObjectFolder, type ObjectFolder } from './object-folder'

/** Contents as objects, with a copy of each in another folder or another bucket. Uploads arrive on local disk. */
export async function createS3Storage(input: {
  address: S3Address
  keys: S3Keys
  /** Uploads arrive in it. */
  uploadsDir: string
  logger: Logger
  limits?: Partial<S3Limits>
}): Promise<FileStorage> {
  const { address, uploadsDir, logger } = input
  const s3 = connectS3(input)
  const folders = {
    content: openObjectFolder(s3, address.contents, 'contents'),
    backup: openObjectFolder(s3, address.backups, 'backups'),
  }
  // The copy first, and one after the other: who wins the name there gets it in the other as well.
  const inOrder = [folders.backup, folders.content]
  const incoming = await makeIncoming(uploadsDir)
  await tryOut(inOrder, logger)

  return {
    incoming,

    async keep(storageKey, ...parts) {
      const bytes = Buffer.concat(parts)
      const name = requireStorageKey(storageKey)
      const begun: ObjectFolder[] = []
      try {
        for (const folder of inOrder) {
          begun.push(folder)
          await folder.put(name, bytes)
        }
      } catch (error) {
        // In a full store, nothing may be left behind. A content that already had the name is another one
        // and stays.
        if (hasCode(error, 'EEXIST')) begun.pop()
        await Promise.allSettled(begun.map((folder) => folder.remove(name)))
        throw error
      }
    },

    read: async (storageKey, copy = 'content') => folders[copy].read(requireStorageKey(storageKey)),

    sizeOf: async (storageKey, copy = 'content') =>
      folders[copy].sizeOf(requireStorageKey(storageKey)),

    async repair(storageKey, copy) {
      const name = requireStorageKey(storageKey)
      const bytes = await folders[otherCopy(copy)].read(name)
      if (!bytes) throw new Error('There is no other copy.')
      await folders[copy].remove(name)
      await folders[copy].put(name, bytes)
    },

    async remove(storageKey) {
      const name = requireStorageKey(storageKey)
      await Promise.all(inOrder.map((folder) => folder.remove(name)))
    },

    readMark: async (copy) => (await folders[copy].read(markName))?.toString().trim() ?? null,

    writeMark: async (copy, id) =>
      folders[copy].put(markName, Buffer.from(`${id}\n`)).catch((error: unknown) => {
        // Another process started at the same moment; whether it is of this portal, the mark tells.
        if (!hasCode(error, 'EEXIST')) throw error
      }),

    removeMark: (copy) => folders[copy].remove(markName),

    async *list() {
      for await (const { name, modifiedAtMs } of joinLists(
        folders.content.list(),
        folders.backup.list(),
      )) {
        if (isStorageKey(name)) yield { storageKey: name, ageMs: Date.now() - modifiedAtMs }
      }
    },

    async check() {
      await Promise.all([checkIncoming({ incoming }), ...inOrder.map((folder) => folder.check())])
    },

    measureDisks: async () => [await measureDisk('uploads', uploadsDir)],
  }
}

/**
 * Throws when the settings have to be changed before anything can be stored. A store that only does not
 * answer yet, or is full, is waited for.
 */
async function tryOut(folders: readonly ObjectFolder[], logger: Logger): Promise<void> {
  for (const folder of folders) {
    try {
      await folder.tryOut()
    } catch (error) {
      if (error instanceof StorageAwayError && error.isRefusal) throw error
      logger.warn('the object store was not tried out at the start')
    }
  }
}

/** Walks two lists that are in the order of their names side by side; of a name in both, the first list's entry. */
async function* joinLists<Entry extends { name: string }>(
  first: AsyncGenerator<Entry>,
  second: AsyncGenerator<Entry>,
): AsyncGenerator<Entry> {
  let [one, other] = [await first.next(), await second.next()]
  while (!one.done || !other.done) {
    // By their characters, as object stores order them; a language has an order of its own.
    if (!one.done && (other.done || one.value.name <= other.value.name)) {
      if (!other.done && one.value.name === other.value.name) other = await second.next()
      yield one.value
      one = await first.next()
    } else if (!other.done) {
      yield other.value
      other = await second.next()
    }
  }
}
