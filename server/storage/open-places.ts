import type { Logger } from 'pino'
import type { Env } from '../env'
import type { StorageAddress } from '../env-storage'
import { createDiskStorage } from './disk'
import type { FileStorage } from './port'
import { createS3Storage } from './s3/s3-storage'
import { createTwoPlaces } from './two-places'

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
  const { s3Keys: keys, uploadsDir } = env
  return createS3Storage({ address, keys, uploadsDir, logger })
}
