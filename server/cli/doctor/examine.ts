import { Client } from 'pg'
import type { Logger } from 'pino'
import { connectDatabase } from '../../db/client'
import { waitForDatabase } from '../../db/wait-for-database'
import type { Env } from '../../env'
import { openPlaces } from '../../storage/open-places'
import { checkConnections, checkDatabase } from './check-database'
import { checkDisks, checkFolders } from './check-folders'
import { checkFront } from './check-front'
import { checkKeys } from './check-keys'
import { checkMail, checkScanner, checkTexts } from './check-services'
import { checkSettings } from './check-settings'
import { checkWork } from './check-work'
import { findingsAbout, type Finding } from './finding'

/** Looks at a deployment from its machine and from outside, and changes nothing. */
export async function examine(input: {
  env: Env
  databaseUrl: string
  logger: Logger
  readableSecrets: string[]
  /** How many portal processes there should be. */
  processes: number
}): Promise<Finding[]> {
  const { env, logger, readableSecrets } = input
  return [
    ...checkSettings(env, readableSecrets),
    ...(await checkStorage(env, logger)),
    ...(await checkAllOfDatabase(input)),
    await checkScanner(env, logger),
    ...(await checkFront(env)),
  ]
}

async function checkStorage(env: Env, logger: Logger): Promise<Finding[]> {
  const findings = env.storage.kind === 'disk' ? await checkFolders(env) : []
  if (findings.some(({ what }) => what.endsWith('cannot be read'))) return findings
  return [...findings, ...(await checkDisks(await openPlaces(env, logger)))]
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
  const { db, pool } = connectDatabase(databaseUrl, logger)
  await client.connect()
  try {
    const state = await checkDatabase(client)
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
      ...(await checkKeys(client, env)),
      ...(await checkWork(db, env)),
      await checkMail(db, env),
      await checkTexts(db, env),
    ]
  } finally {
    await client.end()
    await pool.end()
  }
}
