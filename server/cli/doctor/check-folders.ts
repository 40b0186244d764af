import { stat } from 'node:fs/promises'
import type { Env } from '../../env'
import type { DiskSpace, FileStorage } from '../../storage/port'
import { findingsAbout, type Finding } from './finding'

/** As the alerts of docs/deploy have it; below a tenth uploads are refused. */
const scarceShare = 0.15
const fullShare = 0.1

type Folders = Pick<Env, 'uploadsDir' | 'backupDir' | 'dataDir' | 'databaseUrl' | 'isHttps'>

/** Whether the portal's folders are there, its own, and private. */
export async function checkFolders(env: Folders): Promise<Finding[]> {
  const { ok, warning, problem } = findingsAbout('folders')
  const findings: Finding[] = []
  const folders = [env.uploadsDir, env.backupDir, ...(env.databaseUrl ? [] : [env.dataDir])]
  for (const folder of folders) {
    const found = await stat(folder).catch(() => null)
    if (!found) {
      findings.push(
        problem(`${folder} cannot be read`, 'Mount it, or start the portal once to create it.'),
      )
      continue
    }
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
    [env.uploadsDir, env.backupDir].map((folder) => stat(folder).catch(() => null)),
  )
  if (env.isHttps && uploads && copies && uploads.dev === copies.dev) {
    findings.push(
      warning(
        'documents and their second copies are on the same disk',
        'Set BACKUP_DIR to a folder on another disk.',
      ),
    )
  }
  return findings.length > 0 ? findings : [ok('exists and is private')]
}

/** Whether there is room for more documents. */
export async function checkDisks(storage: Pick<FileStorage, 'measureDisks'>): Promise<Finding[]> {
  return (await storage.measureDisks()).map(judgeDisk)
}

export function judgeDisk({ folder, freeBytes, sizeBytes }: DiskSpace): Finding {
  const { ok, warning, problem } = findingsAbout('disk')
  const free = freeBytes / sizeBytes
  const what = `${Math.floor(free * 100)} % of the disk of ${folder} is free`
  if (free < fullShare) return problem(`${what}, so uploads are refused`, 'Make room.')
  if (free < scarceShare) return warning(what, 'Make room: below 10 % uploads are refused.')
  return ok(what)
}
