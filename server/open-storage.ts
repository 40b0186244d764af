import type { Logger } from 'pino'
import { createContentKeys } from './db/content-keys'
import type { Database } from './db/client'
import { createSealer } from './db/sealing'
import type { Env } from './env'
import { createDiskStorage } from './storage/disk'
import type { FileStorage } from './storage/port'
import { createSealedStorage } from './storage/sealing/sealed-storage'

type PlaceSettings = Pick<Env, 'uploadsDir' | 'secondCopyDir' | 'storage' | 's3Keys'>

/** The documents of this portal: sealed when written, opened when read. */
export async function openStorage(
  env: PlaceSettings & Pick<Env, 'dataKeys'>,
  db: Database,
  logger: Logger,
): Promise<FileStorage> {
  return decrypting(env, db, await openRawStorage(env, logger))
}

/** What is stored, without opening what is sealed. */
export async function openRawStorage(env: PlaceSettings, logger: Logger): Promise<FileStorage> {
  const { storage: address, s3Keys: keys, uploadsDir } = env
  if (address.kind === 'disk') return createDiskStorage(env)
  // Only where it is needed: the SDK takes 20 MB of memory and a fifth of a second.
  const { createS3Storage } = await import('./storage/s3/s3-storage')
  return createS3Storage({ address, keys, uploadsDir, logger })
}

/** What a storage holds, as the documents that were stored. */
export function decrypting(
  env: Pick<Env, 'dataKeys'>,
  db: Database,
  storage: FileStorage,
): FileStorage {
  return createSealedStorage(storage, createContentKeys(db, createSealer(env.dataKeys)))
}
