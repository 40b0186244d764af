import type { FileStorage, OpenedContent } from '../port'
import { createSealedOpener } from './open-sealed'
import { sealInto } from './piece-streams'

/** Keys of sealed contents, kept apart from the contents. */
export interface ContentKeys {
  /** A new key for a content. Throws when it has one. */
  add(storageKey: string): Promise<Buffer>
  /** Null: the content is not sealed. Throws when its key cannot be read. */
  find(storageKey: string): Promise<Buffer | null>
  /** Leaves the key of a content that a file has. */
  remove(storageKey: string): Promise<void>
}

/**
 * Seals contents on their way into a storage and opens them on their way out. Whether one is sealed is what
 * its key says, never its bytes, so no one who can write to the storage can pass off other bytes as its own.
 */
export function createSealedStorage(input: {
  storage: FileStorage
  keys: ContentKeys
  /** False: new contents are kept as they come. */
  sealsNew: boolean
}): FileStorage {
  const { storage, keys, sealsNew } = input
  const openSealed = createSealedOpener()

  async function open(
    storageKey: string,
    openStored: () => Promise<OpenedContent | null>,
  ): Promise<OpenedContent | null> {
    const key = await keys.find(storageKey)
    const stored = await openStored()
    return stored && key ? openSealed(stored, { key, storageKey }) : stored
  }

  return {
    ...storage,

    async keep(staged, storageKey) {
      if (!sealsNew) return storage.keep(staged, storageKey)
      // The key first: sealed bytes that no one can open would be of no use.
      const key = await keys.add(storageKey)
      const binding = { key, storageKey, size: staged.size }
      try {
        const sealed = await storage.stageWritten((file) => sealInto(file, staged.path, binding))
        try {
          await storage.keep(sealed, storageKey)
        } catch (error) {
          await storage.discard(sealed)
          throw error
        }
      } catch (error) {
        await keys.remove(storageKey).catch(() => undefined)
        throw error
      }
      await storage.discard(staged)
    },

    open: (storageKey) => open(storageKey, () => storage.open(storageKey)),

    openBackup: (storageKey) => open(storageKey, () => storage.openBackup(storageKey)),

    // Without its key a content is gone, whatever becomes of its bytes.
    async remove(storageKey) {
      await keys.remove(storageKey)
      await storage.remove(storageKey)
    },

    async removeOrphan(storageKey) {
      await storage.removeOrphan(storageKey)
      if ((await storage.ageOfKept(storageKey)) === null) await keys.remove(storageKey)
    },
  }
}
