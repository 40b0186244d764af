import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { EnvironmentError, type Env } from './env'
import { hasCode } from './storage/disk-io'

type Folders = Pick<Env, 'storage' | 'uploadsDir' | 'secondCopyDir' | 'dataDir' | 'databaseUrl'>

/** By the code of what the file system answered. */
const faults: Record<string, string> = {
  ENOENT: 'is not there: is the path right, and is it mounted?',
  EACCES: 'may not be read and written by this user: give it to the user of the portal',
  EPERM: 'may not be read and written by this user: give it to the user of the portal',
  EEXIST: 'is a file: name a folder',
  ENOTDIR: 'is a file, or is in one: name a folder',
  EROFS: 'is read-only: mount it so that the portal can write there',
  ENOSPC: 'is on a disk without room: make some',
}

export function wordFolderFault(setting: string, path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return `${setting} (${path}) ${faults[code] ?? `can’t be used: ${code || String(error)}`}`
}

/** What is wrong with the folders of the settings, a line each. A start makes those that are missing. */
export async function findFolderFaults(env: Folders, { makes }: { makes: boolean }) {
  const folders = [
    { setting: 'UPLOADS_DIR', path: env.uploadsDir, mode: 0o700 },
    ...(env.storage.kind === 'disk'
      ? [{ setting: 'SECOND_COPY_DIR', path: env.secondCopyDir, mode: 0o700 }]
      : []),
    // Postgres may run as another user.
    ...(env.databaseUrl ? [] : [{ setting: 'DATA_DIR', path: env.dataDir, mode: 0o711 }]),
  ]
  const found: string[] = []
  const seen = new Map<string, string>()
  for (const { setting, path, mode } of folders) {
    try {
      if (makes) await makeFolders(path, mode)
      const { dev, ino } = await stat(path)
      await access(`${path}/`, constants.R_OK | constants.W_OK | constants.X_OK)
      const same = seen.get(`${dev}:${ino}`)
      if (same !== undefined) found.push(`${setting} must differ from ${same}: both are ${path}`)
      seen.set(`${dev}:${ino}`, setting)
    } catch (error) {
      found.push(wordFolderFault(setting, path, error))
      // The second copies are in it, unless they have a folder of their own.
      if (env.secondCopyDir.startsWith(path)) break
    }
  }
  return found
}

/** Node's own `recursive` never returns where the system refuses a folder with ENOENT, as below /proc. */
async function makeFolders(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    const parent = dirname(resolve(path))
    if (!hasCode(error, 'ENOENT') || (await stat(parent).catch(() => null))) throw error
    await makeFolders(parent, mode)
    await mkdir(path, { mode })
  }
}

/** Throws for folders that a command may not make: one that is not mounted must not count as an empty one. */
export async function requireFolders(env: Folders): Promise<void> {
  if (env.storage.kind !== 'disk') return
  // The database is another matter.
  const found = await findFolderFaults({ ...env, databaseUrl: 'elsewhere' }, { makes: false })
  if (found.length > 0) throw new EnvironmentError(found)
}
