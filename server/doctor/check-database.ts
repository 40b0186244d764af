import { sql } from 'drizzle-orm'
import type { Database } from '../db/client'
import { findTwoDatabases, withConnection, type DatabaseUrls } from '../db/database-urls'
import { compareJournal } from '../db/journal'
import { findingsAbout, type Finding } from './finding'
import { onlyRow } from '../errors'
import { reasonOf } from '../report-outage'

const oldestVersion = 15
const clockMs = { warning: 1_000, problem: 30_000 }

/** Examines a database that answers, and whether both addresses of the settings lead to it. */
export async function checkDatabase(
  db: Database,
  urls: DatabaseUrls | null = null,
): Promise<Finding[]> {
  return [
    await checkServer(db),
    ...(await checkDurability(db)),
    await checkClock(db),
    ...(await checkMigrations(db, urls)),
  ]
}

async function checkServer(db: Database): Promise<Finding> {
  const { ok, problem } = findingsAbout('database')
  const { rows } = await db.execute<{ version: string; tls: string | null; isLocal: boolean }>(sql`
    select current_setting('server_version') as version,
      (select version from pg_stat_ssl where pid = pg_backend_pid() and ssl) as tls,
      coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as "isLocal"`)
  const { version, tls, isLocal } = onlyRow(rows)
  if (Number.parseInt(version, 10) < oldestVersion) {
    return problem(`Postgres ${version} is too old`, `Move to ${oldestVersion} or newer.`)
  }
  if (!tls && !isLocal) {
    return problem(
      'the connection is not encrypted',
      'Turn TLS on in Postgres, and end DATABASE_URL in ?sslmode=verify-full.',
    )
  }
  return ok(`Postgres ${version}, ${tls ? `over ${tls}` : 'on this machine'}`)
}

/** Acknowledged changes are on the disk, unless one of these settings is off. */
async function checkDurability(db: Database): Promise<Finding[]> {
  const { problem } = findingsAbout('database')
  const { rows } = await db.execute<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`)
  return rows.map(({ name }) =>
    problem(
      `${name} is off, so a crash loses what people were told is stored`,
      `Set ${name} = on in Postgres.`,
    ),
  )
}

async function checkClock(db: Database): Promise<Finding> {
  const sentAt = Date.now()
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp() as now`)
  const here = (sentAt + Date.now()) / 2
  return judgeClock(Math.abs(Date.parse(onlyRow(rows).now) - here))
}

export function judgeClock(apartMs: number): Finding {
  const { ok, warning, problem } = findingsAbout('clock')
  const what = `this machine and the database are ${(apartMs / 1000).toFixed(1)} s apart`
  const todo = 'Synchronize both with a time server (chrony, systemd-timesyncd).'
  if (apartMs > clockMs.problem) return problem(`${what}, so codes of two-step login fail`, todo)
  return apartMs > clockMs.warning ? warning(what, todo) : ok(what)
}

async function checkMigrations(db: Database, urls: DatabaseUrls | null): Promise<Finding[]> {
  const { ok, problem } = findingsAbout('migrations')
  const { total, pending, ...found } = await compareJournal(db)
  const { refusal, unreachable } = await compareAddresses(urls)
  const refused = refusal ?? found.refusal
  if (refused) return [...unreachable, problem(refused, 'The portal does not start with it.')]
  if (pending === 0) return [...unreachable, ok('all applied')]
  return [
    ...unreachable,
    problem(
      `${pending} of ${total} are not applied`,
      'Start a portal process of this version with MIGRATE=on.',
    ),
  ]
}

async function compareAddresses(
  urls: DatabaseUrls | null,
): Promise<{ refusal: string | null; unreachable: Finding[] }> {
  if (!urls) return { refusal: null, unreachable: [] }
  try {
    const refusal = await withConnection(urls.ownerUrl, (owner) => findTwoDatabases(owner, urls))
    return { refusal, unreachable: [] }
  } catch (error) {
    const unreachable = findingsAbout('database').problem(
      `DATABASE_URL and MIGRATION_DATABASE_URL could not be compared: ${reasonOf(error)}`,
      'Correct the one that Postgres refuses: updates and backups need both.',
    )
    return { refusal: null, unreachable: [unreachable] }
  }
}

/** Connections that a portal process opens at most. */
export interface ProcessPlan {
  processes: number
  connectionsEach: number
}

/** Commands need some as well. */
const spare = 10

/** Whether Postgres has connections for all processes. */
export async function checkConnections(db: Database, plan: ProcessPlan): Promise<Finding> {
  const { rows } = await db.execute<{ most: number; open: number }>(sql`
    select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open`)
  return judgeConnections({ ...onlyRow(rows), ...plan })
}

export function judgeConnections(found: ProcessPlan & { most: number; open: number }): Finding {
  const { most, open, processes, connectionsEach } = found
  const { ok, problem } = findingsAbout('connections')
  const needed = processes * connectionsEach
  const each = `${processes} × ${connectionsEach} for the portal, ${open} open now, ${most} at most`
  if (needed + spare <= most) return ok(each)
  return problem(
    `${each}: too few, so processes get none when all are busy`,
    'Raise max_connections in Postgres, or run fewer processes.',
  )
}
