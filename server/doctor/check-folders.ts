import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '../env'
import { findFolderFaults, wordFolderFault } from '../folders'
import { findingsAbout, type Finding } from './finding'

type Folders = Parameters<typeof findFolderFaults>[0] & Pick<Env, 'isHttps' | 'backupTo'>

/**
 * Whether the portal's folders are there, its own, and private. That of backups is for commands: the service itself may
 * not write there, and leaves `backupTo` out.
 */
export async function checkFolders(env: Folders): Promise<Finding[]> {
  const { ok, warning, problem } = findingsAbout('folders')
  const todo = 'The portal does not start like this, or makes the folder at its first start.'
  const todoOfBackups =
    'No backup can be made there: mount its disk, or make the folder and give it to the user of the portal.'
  const faults = await findFolderFaults(env, { makes: false })
  const findings: Finding[] = faults.map((fault) => problem(fault, todo))
  const folders = {
    UPLOADS_DIR: env.uploadsDir,
    SECOND_COPY_DIR: env.secondCopyDir,
    ...(!env.databaseUrl && { DATA_DIR: env.dataDir }),
    ...(env.backupTo && { BACKUP_TO: env.backupTo }),
  }
  for (const [setting, folder] of Object.entries(folders)) {
    const isOfBackups = setting === 'BACKUP_TO'
    const found = await stat(folder).catch(() => null)
    // That another one is missing was found above.
    if (!found && !isOfBackups) continue
    const fault = await tryToWrite(setting, folder)
    if (fault && !faults.includes(fault))
      findings.push(problem(fault, isOfBackups ? todoOfBackups : todo))
    if (!found) continue
    if (found.uid !== process.getuid?.()) {
      findings.push(
        problem(
          `${folder} belongs to another user`,
          'Run this as the user of the portal, or give the folder to that user.',
        ),
      )
    }
    if ((found.mode & 0o022) !== 0) {
      findings.push(problem(`others can write to ${folder}`, `chmod 700 ${folder}`))
    }
  }
  const [uploads, copies] = await Promise.all(
    [env.uploadsDir, env.secondCopyDir].map((folder) => stat(folder).catch(() => null)),
  )
  if (env.isHttps && uploads && copies && uploads.dev === copies.dev) {
    findings.push(
      warning(
        'documents and their second copies are on the same disk',
        'Set SECOND_COPY_DIR to a folder on another disk.',
      ),
    )
  }
  return findings.length > 0 ? findings : [ok('exists and is private')]
}

/** The rights alone don't tell of a disk that is read-only or full. */
async function tryToWrite(setting: string, folder: string): Promise<string | null> {
  const path = join(folder, `.doctor-${randomUUID()}`)
  try {
    await writeFile(path, Buffer.alloc(4096), { flag: 'wx', mode: 0o600, flush: true })
    return null
  } catch (error) {
    return wordFolderFault(setting, folder, error)
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}
