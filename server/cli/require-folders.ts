import { EnvironmentError, type Env } from '../env'
import { findFolderFaults } from '../folders'

/** A folder that is not mounted must not count as an empty one. */
export async function requireFolders(env: Env): Promise<void> {
  if (env.storage.kind !== 'disk') return
  // The database is another matter.
  const faults = await findFolderFaults({ ...env, databaseUrl: 'elsewhere' }, { makes: false })
  if (faults.length > 0) throw new EnvironmentError(faults)
}
