import type { Logger } from 'pino'
import type { Database } from '../db/client'
import { EnvironmentError, type Env } from '../env'
import { requireIdentity } from '../identity'
import { openRawStorage } from '../open-storage'
import type { FileStorage } from '../storage/port'
import { reasonOf } from '../report-outage'
import { StorageAwayError } from '../storage-away'
import { requireFolders } from '../folders'
import { findingsAbout, type Finding } from './finding'

/** Opening the storage would make folders that are missing. Throws an EnvironmentError in place of that. */
export async function openIfThere(env: Env, logger: Logger): Promise<FileStorage> {
  await requireFolders(env)
  return openRawStorage(env, logger)
}

/** Whether database, documents and keys belong to one portal. */
export async function checkIdentity(db: Database, env: Env, logger: Logger): Promise<Finding[]> {
  const { ok, problem } = findingsAbout('identity')
  try {
    const id = await requireIdentity({ env, db, storage: await openIfThere(env, logger) })
    return [
      ok(id ? 'database, documents and keys belong together' : 'the portal was never started'),
    ]
  } catch (error) {
    const todo = 'The portal does not start like this.'
    if (error instanceof EnvironmentError) return error.problems.map((what) => problem(what, todo))
    if (error instanceof StorageAwayError) return [problem(error.message, 'Check STORAGE.')]
    return [problem(reasonOf(error), todo)]
  }
}
