import { createContentKeys } from './db/content-keys'
import type { Database } from './db/client'
import { createSealer } from './db/sealing'
import type { Env } from './env'
import { createDiskStorage } from './storage/disk'
import type { FileStorage } from './storage/port'
import { createSealedStorage } from './storage/sealing/sealed-storage'

type StorageSettings = Pick<Env, 'uploadsDir' | 'backupDir' | 'dataKeys' | 'sealsDocuments'>

/** The documents of this portal: sealed on their way in, opened on their way out. */
export async function openStorage(env: StorageSettings, db: Database): Promise<FileStorage> {
  return createSealedStorage({
    storage: await createDiskStorage(env),
    keys: createContentKeys(db, createSealer(env.dataKeys)),
    sealsNew: env.sealsDocuments,
  })
}
