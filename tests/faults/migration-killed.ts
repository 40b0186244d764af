import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { migrateDatabase } from '@server/db/migrate'
import { buildLaterRelease } from '@tests/support/portal/later-release'
import { spawnPortalProcess, startPortalProcess } from '@tests/support/portal/portal-process'
import {
  createEmptyDatabase,
  queryAs,
  startTestPostgres,
  type TestPostgres,
} from '@tests/support/portal/postgres'
import { haveHeld, type Fault } from './fault'
import { recoveryMs } from './recovery'

/** How long a migration takes at most, to be killed somewhere in it. */
const migrationMs = 400

const schemaSql = `select table_schema || '.' || table_name || '.' || column_name || ' ' || data_type as line
  from information_schema.columns where table_schema in ('public', 'drizzle', 'graphile_worker')
  union all select 'index ' || schemaname || '.' || indexname from pg_indexes
  where schemaname in ('public', 'graphile_worker')
  union all select 'applied ' || count(*) from drizzle.__drizzle_migrations order by 1`
const progressSql = `select
  case when exists (select from information_schema.columns where column_name = 'later_note')
    then 'after' else 'before' end || ' the tables, ' ||
  case when to_regclass('graphile_worker.migrations') is null then 'before' else 'in or after' end ||
  ' the jobs' as line`
const partnerSql = `insert into users (email, password_hash, first_name, last_name, phone_number)
  values ('ada@partner.example', '$2b$', 'Ada', 'Applicant', '3035550199') returning email as line`

/** The next start must complete what a killed one has begun, and keep what was there. */
export const migrationKilled: Fault = {
  name: 'migration-killed',
  what: 'kill -9 in the middle of the migration, of an empty database and of an earlier schema',
  async run(report, times = 20) {
    const postgres = await startTestPostgres()
    const later = await buildLaterRelease()
    const moments = new Map<string, number>()
    const problems: string[] = []
    try {
      const expected = await readUnharmed(postgres, later.program)
      for (let round = 0; round < times; round += 1) {
        const { program } = later
        const outcome = await killOnce(postgres, {
          fromEarlier: round % 2 === 1,
          program,
          expected,
        })
        moments.set(outcome.moment, (moments.get(outcome.moment) ?? 0) + 1)
        problems.push(...outcome.problems)
      }
    } finally {
      await postgres.stop()
      await later.remove()
    }
    for (const [moment, count] of moments) report(`${count} × killed ${moment}`)
    return haveHeld(problems, report)
  },
}

async function readUnharmed(postgres: TestPostgres, program: string): Promise<string[]> {
  const database = await createEmptyDatabase(postgres)
  try {
    const portal = await startPortalProcess({ DATABASE_URL: database.url }, undefined, program)
    await portal.stop()
    return await ask(database.url, schemaSql)
  } finally {
    await database.drop()
  }
}

async function killOnce(
  postgres: TestPostgres,
  { fromEarlier, program, expected }: { fromEarlier: boolean; program: string; expected: string[] },
) {
  const database = await createEmptyDatabase(postgres)
  const problems: string[] = []
  try {
    if (fromEarlier) {
      await migrateDatabase({ url: database.url, ownerUrl: database.url })
      await ask(database.url, partnerSql)
    }
    const settings = { DATABASE_URL: database.url }
    const killed = await spawnPortalProcess(settings, undefined, program)
    await migrationBegins(database.url)
    await delay(randomInt(migrationMs))
    await killed.kill()
    const [progress = ''] = await ask(database.url, progressSql)

    const startedAt = Date.now()
    const next = await startPortalProcess(settings, killed, program)
    if (Date.now() - startedAt > recoveryMs) problems.push('the next start took too long')
    const found = await ask(database.url, schemaSql)
    if (found.join('\n') !== expected.join('\n')) problems.push('the schema is another one')
    const partners = await ask(database.url, 'select email as line from users where is_admin = 0')
    if (partners.length !== (fromEarlier ? 1 : 0)) problems.push('what was there is not any more')
    await next.stop()
    return {
      moment: `${progress}, from ${fromEarlier ? 'an earlier schema' : 'nothing'}`,
      problems,
    }
  } finally {
    await database.drop()
  }
}

/** The portal that is starting has taken its turn. */
async function migrationBegins(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const locks = `select from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`
  try {
    while ((await client.query(locks)).rowCount === 0) await delay(2)
  } finally {
    await client.end()
  }
}

const ask = async (url: string, statement: string) =>
  (await queryAs<{ line: string }>(url, statement)).map(({ line }) => line)
