import { randomInt } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { z } from '@shared/zod'
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
const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })

const schemaSql = `select table_schema || '.' || table_name || '.' || column_name || ' ' || data_type as line
  from information_schema.columns where table_schema in ('public', 'drizzle', 'graphile_worker')
  union all select 'index ' || schemaname || '.' || indexname from pg_indexes
  where schemaname in ('public', 'graphile_worker')
  union all select 'applied ' || count(*) from drizzle.__drizzle_migrations order by 1`
const progressSql = `select
  case when to_regclass('public.mails') is null then 'before' else 'after' end || ' the tables, ' ||
  case when to_regclass('graphile_worker.migrations') is null then 'before' else 'in or after' end ||
  ' the jobs' as line`
const partnerSql = `insert into users (email, password_hash, first_name, last_name, phone_number)
  values ('ada@partner.example', 'x', 'Ada', 'Applicant', '3035550199') returning email as line`

/** The next start must complete what a killed one has begun, and keep what was there. */
export const migrationKilled: Fault = {
  name: 'migration-killed',
  what: 'kill -9 in the middle of the migration, of an empty database and of an earlier schema',
  async run(report, times = 20) {
    const postgres = await startTestPostgres()
    const moments = new Map<string, number>()
    const problems: string[] = []
    try {
      const template = new URL(postgres.adminUrl)
      template.pathname = `/${postgres.template}`
      const expected = await ask(template.href, schemaSql)
      for (let round = 0; round < times; round += 1) {
        const outcome = await killOnce(postgres, { fromEarlier: round % 2 === 1, expected })
        moments.set(outcome.moment, (moments.get(outcome.moment) ?? 0) + 1)
        problems.push(...outcome.problems)
      }
    } finally {
      await postgres.stop()
    }
    for (const [moment, count] of moments) report(`${count} × killed ${moment}`)
    return haveHeld(problems, report)
  },
}

async function killOnce(
  postgres: TestPostgres,
  { fromEarlier, expected }: { fromEarlier: boolean; expected: string[] },
) {
  const database = await createEmptyDatabase(postgres)
  const problems: string[] = []
  try {
    if (fromEarlier) await migratePartly(database.url)
    const settings = { DATABASE_URL: database.url }
    const killed = await spawnPortalProcess(settings)
    await migrationBegins(database.url)
    await delay(randomInt(migrationMs))
    await killed.kill()
    const [progress = ''] = await ask(database.url, progressSql)

    const startedAt = Date.now()
    const next = await startPortalProcess(settings, killed)
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

/** As an earlier release left it, with a partner in it. */
async function migratePartly(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await cp('migrations', folder, { recursive: true })
    const journalPath = join(folder, 'meta/_journal.json')
    const journal = journalSchema.parse(JSON.parse(await readFile(journalPath, 'utf8')))
    journal.entries = journal.entries.slice(0, randomInt(1, journal.entries.length))
    await writeFile(journalPath, JSON.stringify(journal))
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder: folder })
    await client.query(partnerSql)
  } finally {
    await client.end()
    await rm(folder, { recursive: true })
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
