import type { FileStorage } from './port'

/**
 * Two storages as one, while contents are moved from one to the other: new ones are kept in the first, all
 * are found in either, and what is removed is removed from both. Only the first is swept.
 */
export function createTwoPlaces(first: FileStorage, second: FileStorage): FileStorage {
  return {
    ...first,

    open: async (storageKey) => (await first.open(storageKey)) ?? second.open(storageKey),

    openBackup: async (storageKey) =>
      (await first.openBackup(storageKey)) ?? second.openBackup(storageKey),

    async remove(storageKey) {
      await first.remove(storageKey)
      await second.remove(storageKey)
    },

    async check() {
      await Promise.all([first.check(), second.check()])
    },

    ageOfKept: async (storageKey) =>
      (await first.ageOfKept(storageKey)) ?? second.ageOfKept(storageKey),

    async removeOrphan(storageKey) {
      await first.removeOrphan(storageKey)
      await second.removeOrphan(storageKey)
    },
  }
}
