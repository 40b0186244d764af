import { stat } from 'node:fs/promises'
import type { Env } from '../../env'
import { findingsAbout, type Finding } from './finding'

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
