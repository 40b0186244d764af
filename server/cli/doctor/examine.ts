import { Client } from 'pg'
import type { Logger } from 'pino'
import { connectDatabase } from '../../db/client'
import { configuredDatabase } from '../../db/database-urls'
import { waitForDatabase } from '../../db/wait-for-database'
import { listUnknownNames, type Env } from '../../env'
import { getBackupAge } from '../../features/backups/queries'
import { checkConnections, checkDatabase } from './check-database'
import { judgeBackup } from './check-backup'
import { checkFolders } from './check-folders'
import { checkFront } from './check-front'
import { checkIdentity } from './check-identity'
import { checkKeys } from './check-keys'
import { checkMail, checkScanner, checkTexts } from './check-services'
import { findingsAbout, type Finding } from './finding'

/** Looks at a deployment from its machine and from outside, and changes nothing. */
export async function examine(input: {
  env: Env
  databaseUrl: string
  logger: Logger
  /** How many portal processes there should be. */
  processes: number
}): Promise<Finding[]> {
  const { env, logger } = input
  const { warning } = findingsAbout('settings')
  return [
    ...listUnknownNames().map((line) => warning(line, 'See .env.example.')),
    ...(env.storage.kind === 'disk' ? await checkFolders(env) : []),
    ...(await checkAllOfDatabase(input)),
    await checkScanner(env, logger),
    ...(await checkFront(env)),
  ]
}

async function checkAllOfDatabase(input: Parameters<typeof examine>[0]): Promise<Finding[]> {
  const { env, databaseUrl, logger, processes } = input
  try {
    await waitForDatabase(databaseUrl, logger, { seconds: 0 })
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    return [findingsAbout('database').problem(what, 'Nothing in it was checked.')]
  }
  const client = new Client({ connectionString: databaseUrl })
  const { db, pool } = connectDatabase(databaseUrl, logger, { statementTimeoutMs: 60_000 })
  await client.connect()
  try {
    const state = await checkDatabase(client, configuredDatabase(env))
    const connections = await checkConnections(client, {
      processes,
      connectionsEach: env.databaseConnections,
    })
    const findings = [...state, connections]
    // The rest asks tables that only migrations make.
    if (findings.some(({ about, level }) => about === 'migrations' && level !== 'ok'))
      return findings
    return [
      ...findings,
      ...(await checkIdentity(db, env, logger)),
      ...(await checkKeys(db, env)),
      judgeBackup(await getBackupAge(db), env.backupKeys.length > 0),
      await checkMail(db, env),
      await checkTexts(db, env),
    ]
  } finally {
    await client.end()
    await pool.end()
  }
}
