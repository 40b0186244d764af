import { stat } from 'node:fs/promises'
import type { Env } from '../../env'
import { findFolderFaults } from '../../folders'
import { findingsAbout, type Finding } from './finding'

type Folders = Parameters<typeof findFolderFaults>[0] & Pick<Env, 'isHttps'>

/** Whether the portal's folders are there, its own, and private. */
export async function checkFolders(env: Folders): Promise<Finding[]> {
  const { ok, warning, problem } = findingsAbout('folders')
  const todo = 'The portal does not start like this, or makes the folder at its first start.'
  const faults = await findFolderFaults(env, { makes: false })
  const findings: Finding[] = faults.map((fault) => problem(fault, todo))
  const folders = [env.uploadsDir, env.secondCopyDir, ...(env.databaseUrl ? [] : [env.dataDir])]
  for (const folder of folders) {
    const found = await stat(folder).catch(() => null)
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
