import type { Logger } from 'pino'
import type { Env } from '../env'
import type { StorageAddress } from '../env-storage'
import { createDiskStorage } from './disk'
import type { FileStorage } from './port'

export type PlaceSettings = Pick<
  Env,
  'uploadsDir' | 'backupDir' | 'storage' | 'storageAlso' | 's3Keys'
>

/** Where this portal keeps its contents, and where it looks for them as well while they are moved. */
export async function openPlaces(env: PlaceSettings, logger: Logger): Promise<FileStorage> {
  const place = await openPlace(env, env.storage, logger)
  if (!env.storageAlso) return place
  return createTwoPlaces(place, await openPlace(env, env.storageAlso, logger))
}

export async function openPlace(
  env: PlaceSettings,
  address: StorageAddress,
  logger: Logger,
): Promise<FileStorage> {
  if (address.kind === 'disk') return createDiskStorage(env)
  // Only where it is needed: the SDK takes 20 MB of memory and a fifth of a second.
  const { createS3Storage } = await import('./s3/s3-storage')
  const { s3Keys: keys, uploadsDir } = env
  return createS3Storage({ address, keys, uploadsDir, logger })
}

/**
 * Two storages as one, while contents are moved from one to the other: new ones are kept in the first, all
 * are found in either, and what is removed is removed from both. Only the first is swept.
 */
function createTwoPlaces(first: FileStorage, second: FileStorage): FileStorage {
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
