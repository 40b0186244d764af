import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Service } from '@shared/system'
import type { Portal } from '../ctx'
import { connectDatabase, type Database } from '../db/client'
import { configuredDatabase } from '../db/database-urls'
import { noteOutage, noteWorking } from '../db/outages'
import { waitForDatabase } from '../db/wait-for-database'
import { listUnknownNames, type Env } from '../env'
import { noteAttempt } from '../features/mail/note-attempt'
import { saveExamination } from '../features/system/queries'
import { checkConnections, checkDatabase } from './check-database'
import { checkFolders } from './check-folders'
import { checkFront } from './check-front'
import { checkIdentity, openIfThere } from './check-identity'
import { checkKeys } from './check-keys'
import { checkMail, checkScanner, checkTexts } from './check-services'
import { checkState } from './check-state'
import { findingsAbout, type Finding } from './finding'

interface Examined {
  env: Env
  logger: Logger
  /** How many portal processes there should be; null where nobody said. */
  processes: number | null
}

/**
 * Looks at a deployment from its machine and from outside. What the portal would find at night is kept, so that what was
 * mended is red no more; nothing else is changed.
 */
export async function examine(input: Examined & { databaseUrl: string }): Promise<Finding[]> {
  const { env, databaseUrl, logger } = input
  const settings = await checkSettings(env)
  const scanner = await checkScanner(env, logger)
  return [
    ...settings,
    ...(await withDatabase(databaseUrl, logger, async (db) => {
      const { findings, isMigrated } = await checkAllOfDatabase({ ...input, db })
      if (!isMigrated) return findings
      const storage = await openIfThere(env, logger).catch(() => null)
      // A replica keeps nothing.
      await keepFindings(db, [...settings, ...findings, scanner]).catch(() => undefined)
      return [...findings, ...(await checkState(db, storage, env.backupKeys.length > 0))]
    })),
    scanner,
    ...(await checkFront(env)),
  ]
}

const probed: Partial<Record<string, Service>> = {
  mail: 'email',
  texts: 'texts',
  'virus scanner': 'scanner',
}

/**
 * The portal looks at itself, and keeps what it found. From where it runs, its own address may lead nowhere: `doctor`
 * alone looks from outside.
 */
export async function examineItself({ env, db, logger }: Portal & { db: Database }): Promise<void> {
  await keepFindings(db, [
    // Backups are written by a unit of its own, and not by the portal.
    ...(await checkSettings({ ...env, backupTo: undefined })),
    ...(await checkAllOfDatabase({ env, db, logger, processes: null })).findings,
    await checkScanner(env, logger),
  ])
}

async function keepFindings(db: Database, findings: Finding[]): Promise<void> {
  for (const { about, level } of findings) {
    const service = probed[about]
    if (service === undefined) continue
    if (level === 'problem') await noteOutage(db, service)
    else if (level === 'ok' && service === 'email') await noteAttempt(db)
    // Not configured, it isn't away either.
    else await noteWorking(db, service)
  }
  await saveExamination(db, { at: new Date().toISOString(), findings })
}

async function checkSettings(env: Env): Promise<Finding[]> {
  const { warning } = findingsAbout('settings')
  return [
    ...listUnknownNames().map((line) => warning(line, 'See .env.example.')),
    ...(env.storage.kind === 'disk' ? await checkFolders(env) : []),
  ]
}

async function withDatabase(
  databaseUrl: string,
  logger: Logger,
  check: (db: Database) => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    await waitForDatabase(databaseUrl, logger, { seconds: 0 })
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    return [findingsAbout('database').problem(what, 'Nothing in it was checked.')]
  }
  const { db, pool } = connectDatabase(databaseUrl, logger, { statementTimeoutMs: 60_000 })
  try {
    return await check(db)
  } finally {
    await pool.end()
  }
}

async function checkAllOfDatabase({
  env,
  db,
  logger,
  processes,
}: Examined & { db: Database }): Promise<{ findings: Finding[]; isMigrated: boolean }> {
  const findings = [...(await checkDatabase(db, configuredDatabase(env)))]
  if (processes !== null) {
    const plan = { processes, connectionsEach: env.databaseConnections }
    findings.push(await checkConnections(db, plan))
  }
  // The rest asks tables that only migrations make.
  const isMigrated = !findings.some(({ about, level }) => about === 'migrations' && level !== 'ok')
  if (isMigrated) {
    findings.push(
      ...(await checkIdentity(db, env, logger)),
      ...(await db.transaction(async (tx) => {
        // All that is sealed is counted.
        await tx.execute(sql`set local statement_timeout = '60s'`)
        return checkKeys(tx, env)
      })),
      await checkMail(db, env),
      await checkTexts(db, env),
    )
  }
  return { findings, isMigrated }
}
