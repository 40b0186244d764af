import type { Logger } from 'pino'
import { createContentKeys } from './db/content-keys'
import type { Database } from './db/client'
import { createSealer } from './db/sealing'
import type { Env } from './env'
import { openPlaces, type PlaceSettings } from './storage/open-places'
import type { FileStorage } from './storage/port'
import { createSealedStorage } from './storage/sealing/sealed-storage'

/** The documents of this portal: sealed when written, opened when read. */
export async function openStorage(
  env: PlaceSettings & Pick<Env, 'dataKeys'>,
  db: Database,
  logger: Logger,
): Promise<FileStorage> {
  return showDocuments(env, db, await openPlaces(env, logger))
}

/** What a storage holds, as the documents that were stored. */
export function showDocuments(
  env: Pick<Env, 'dataKeys'>,
  db: Database,
  storage: FileStorage,
): FileStorage {
  return createSealedStorage(storage, createContentKeys(db, createSealer(env.dataKeys)))
}
