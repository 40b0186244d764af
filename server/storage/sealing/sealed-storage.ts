import type { FileStorage, OpenedContent } from '../port'
import { createSealedOpener } from './open-sealed'
import { sealInto } from './piece-streams'

/** Keys of sealed contents, kept apart from the contents. */
export interface ContentKeys {
  /** A new key for a content. Throws when it has one. */
  add(storageKey: string): Promise<Buffer>
  /** Null: the content was removed. Throws when its key cannot be read. */
  find(storageKey: string): Promise<Buffer | null>
  /** Leaves the key of a content that a file has. */
  remove(storageKey: string): Promise<void>
}

/** Encrypts contents written to a storage and decrypts them when read. Without its key, a content is gone. */
export function createSealedStorage(storage: FileStorage, keys: ContentKeys): FileStorage {
  const openSealed = createSealedOpener()

  async function open(
    storageKey: string,
    openStored: () => Promise<OpenedContent | null>,
  ): Promise<OpenedContent | null> {
    const key = await keys.find(storageKey)
    if (!key) return null
    const stored = await openStored()
    return stored && openSealed(stored, { key, storageKey })
  }

  return {
    ...storage,

    async keep(staged, storageKey) {
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
