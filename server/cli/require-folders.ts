import { access } from 'node:fs/promises'
import type { Env } from '../env'

/** A folder that is not mounted must not count as an empty one. */
export async function requireFolders(
  env: Pick<Env, 'storage' | 'uploadsDir' | 'backupDir'>,
): Promise<void> {
  const { storage, uploadsDir, backupDir } = env
  if (storage.kind !== 'disk') return
  for (const folder of [uploadsDir, backupDir]) {
    await access(folder).catch((error: unknown) => {
      throw new Error(`${folder} cannot be read. Is it mounted?`, { cause: error })
    })
  }
}
