import pLimit from 'p-limit'
import type { FileStorage } from '../port'
import { openContent, sealContent, sealedFrom } from './seal-content'

/** Keys of sealed contents, kept apart from the contents. */
export interface ContentKeys {
  /** A new key for a content. Throws when it has one. */
  add(storageKey: string): Promise<Buffer>
  /** Null: the content was removed. Throws when its key cannot be read. */
  find(storageKey: string): Promise<Buffer | null>
  /** Leaves the key of a content that a file has. */
  remove(storageKey: string): Promise<void>
}

/** Contents are in memory whole while they are read and opened: few at a time. */
const readAtOnce = 4

/** Encrypts contents written to a storage and decrypts them when read. Without its key, a content is gone. */
export function createSealedStorage(storage: FileStorage, keys: ContentKeys): FileStorage {
  const inTurn = pLimit(readAtOnce)
  return {
    ...storage,

    async keep(storageKey, ...parts) {
      // The key first: sealed bytes that no one can open would be of no use.
      const key = await keys.add(storageKey)
      try {
        await storage.keep(storageKey, ...sealContent(parts, { key, storageKey }))
      } catch (error) {
        await keys.remove(storageKey).catch(() => undefined)
        throw error
      }
    },

    async read(storageKey, copy, place) {
      const key = await keys.find(storageKey)
      if (!key) return null
      return inTurn(async () => {
        const sealed = await storage.read(storageKey, copy, place)
        return sealed && openContent(sealed, { key, storageKey })
      })
    },

    async sizeOf(storageKey, copy) {
      const sealed = await storage.sizeOf(storageKey, copy)
      return sealed === null ? null : sealedFrom(sealed)
    },

    // Without its key a content is gone, whatever becomes of its bytes.
    async remove(storageKey) {
      await keys.remove(storageKey)
      await storage.remove(storageKey)
    },
  }
}
