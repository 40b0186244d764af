import { EnvironmentError, type Env } from '../env'
import { findFolderFaults } from '../folders'
import { requireIdentity, settleIdentity } from '../identity'
import type { Identified } from '../identity-folders'
import { quietLogger } from './with-database'

/** A folder that is not mounted must not count as an empty one. */
export async function requireFolders(env: Env): Promise<void> {
  if (env.storage.kind !== 'disk') return
  // The database is another matter.
  const faults = await findFolderFaults({ ...env, databaseUrl: 'elsewhere' }, { makes: false })
  if (faults.length > 0) throw new EnvironmentError(faults)
}

/** For what fills folders again: with ACCEPT_FOLDERS it takes new ones, as a start would. */
export async function takeFolders(of: Identified & { databaseUrl: string }): Promise<void> {
  if (of.env.acceptFolders) await settleIdentity({ ...of, logger: quietLogger })
  else await requireIdentity(of)
}
