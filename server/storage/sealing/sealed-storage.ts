import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import type { FileStorage } from '../port'
import { openContent, sealContent, sealedFrom } from './seal-content'

/** Keys of sealed contents, kept apart from the contents. */
export interface ContentKeys {
  /** Stores the key of a new content. Throws when the content has one. */
  add(storageKey: string, key: Buffer): Promise<void>
  /** Null: the content was removed. Throws when its key cannot be read. */
  find(storageKey: string): Promise<Buffer | null>
  /** Leaves the key of a content that a file has. */
  remove(storageKey: string): Promise<void>
}

const keyBytes = 32

/** Contents are in memory whole while they are read and opened: few at a time. */
const readAtOnce = 4

/** Encrypts contents written to a storage and decrypts them when read. Without its key, a content is gone. */
export function createSealedStorage(storage: FileStorage, keys: ContentKeys): FileStorage {
  const inTurn = pLimit(readAtOnce)
  return {
    ...storage,

    async keep(storageKey, ...parts) {
      const key = randomBytes(keyBytes)
      const sealed = sealContent(parts, { key, storageKey })
      // Beside each other, as both wait for a disk: a content is kept once both are.
      const [added, kept] = await Promise.allSettled([
        keys.add(storageKey, key),
        storage.keep(storageKey, ...sealed),
      ])
      const failed = [kept, added].find((outcome) => outcome.status === 'rejected')
      if (!failed) return
      // A content or a key that was there before under this name stays.
      if (added.status === 'fulfilled') await keys.remove(storageKey).catch(() => undefined)
      if (kept.status === 'fulfilled') await storage.remove(storageKey).catch(() => undefined)
      throw failed.reason
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
