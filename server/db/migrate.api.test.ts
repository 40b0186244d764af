import { readFile } from 'node:fs/promises'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase, createUnmigratedDatabase } from '@tests/support/portal/database'
import { queryAs, runAs } from '@tests/support/portal/postgres'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { canChangeTrail } from '../features/audit/record-event'
import { connectDatabase } from './client'
import { migrateDatabase, MigrationRefusedError } from './migrate'

const app = await startSharedApp()
const { superuserUrl } = inject('postgres')

/** Adds a person. */
const insert = (email: string, isAdmin: number, status: string) =>
  app.asOwner(
    `insert into users (email, password_hash, first_name, last_name, phone_number, is_admin, status)
     values ('${email}', 'x', 'A', 'B', '1', ${isAdmin}, '${status}')`,
  )

const applied = 'select count(*)::int from drizzle.__drizzle_migrations'

describe('migrating', () => {
  const columns = `select table_schema, table_name, column_name, data_type from information_schema.columns
    where table_schema in ('public', 'drizzle', 'graphile_worker') order by 1, 2, 3`
  const lookAt = async (url: string) => [await queryAs(url, columns), await queryAs(url, applied)]

  it('from three processes at the same time makes all that the portal needs, as one does, and nothing twice', async () => {
    const [empty, single] = [await createUnmigratedDatabase(), await createTestDatabase()]
    onTestFinished(async () => {
      await Promise.all([empty.drop(), single.drop()])
    })
    const onWait = vi.fn<() => void>()
    const migrate = () =>
      migrateDatabase({ url: empty.portalUrl ?? empty.url, ownerUrl: empty.url }, { onWait })
    await Promise.all([migrate(), migrate(), migrate()])
    const found = await lookAt(empty.url)
    expect(found).toEqual(await lookAt(single.url))
    const needed = ['users', 'file_versions', 'sessions', 'audit_events', 'graphile_worker']
    for (const name of needed) expect(JSON.stringify(found)).toContain(name)
    // One is first; the others say that they wait.
    expect(onWait).toHaveBeenCalledTimes(2)
    await migrate()
    expect(onWait).toHaveBeenCalledTimes(2)
    expect(await lookAt(empty.url)).toEqual(found)
  })

  it('refuses two addresses that lead to two databases, before it makes anything', async () => {
    const [mine, other] = [await createUnmigratedDatabase(), await createTestDatabase()]
    onTestFinished(async () => {
      await Promise.all([mine.drop(), other.drop()])
    })
    const url = other.portalUrl ?? other.url
    await expect(migrateDatabase({ url, ownerUrl: mine.url })).rejects.toThrow(
      'MIGRATION_DATABASE_URL names another database than DATABASE_URL',
    )
    expect(await queryAs(mine.url, "select relname from pg_class where relname = 'users'")).toEqual(
      [],
    )
  })

  it('allows one administrator and known states only', async () => {
    await insert('one@example.com', 1, 'approved')
    await expect(insert('two@example.com', 1, 'approved')).rejects.toThrow('users_one_admin')
    await expect(insert('ONE@example.com', 0, 'pending')).rejects.toThrow('users_email_unique')
    await expect(insert('two@example.com', 2, 'pending')).rejects.toThrow('users_is_admin')
    await expect(insert('two@example.com', 0, 'open')).rejects.toThrow('users_status')
  })
})

/** What another program has left in a database. */
const strangers = {
  'a table': 'create table orders (id int)',
  'a view in a schema of its own': 'create schema shop; create view shop.orders as select 1 as id',
  'the record of other migrations': `create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
}

describe('a database with', () => {
  it.each(Object.entries(strangers))('%s of another program is refused', async (_what, made) => {
    const database = await createUnmigratedDatabase()
    onTestFinished(() => database.drop())
    await runAs(database.url, made)
    const tables = 'select table_schema, table_name from information_schema.tables order by 1, 2'
    const before = await queryAs(database.url, tables)
    const migrating = migrateDatabase({ url: database.url, ownerUrl: database.url })
    await expect(migrating).rejects.toThrow(MigrationRefusedError)
    await expect(migrating).rejects.toThrow(/^DATABASE_URL names .*, or an empty one$/)
    expect(await queryAs(database.url, tables)).toEqual(before)
  })

  it('tables of an extension, or what a broken-off migration left, is as good as empty', async () => {
    const database = await createUnmigratedDatabase()
    onTestFinished(() => database.drop())
    const asSuperuser = new URL(superuserUrl ?? database.url)
    asSuperuser.pathname = new URL(database.url).pathname
    await runAs(asSuperuser.href, 'create extension pg_buffercache')
    await runAs(
      database.url,
      'create schema drizzle; create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)',
    )
    await migrateDatabase({ url: database.url, ownerUrl: database.url })
    expect(await queryAs(database.url, applied)).toEqual([{ count: 1 }])
  })
})

describe.skipIf(app.env.databaseUrl === app.databaseUrl)('the role of the portal', () => {
  it.each([
    "update audit_events set action = 'nothing'",
    'delete from audit_events',
    'truncate audit_events',
    'alter table audit_events disable trigger user',
    'drop trigger audit_events_append_only on audit_events',
    'drop table audit_events',
    'update audit_chain set event_id = 1',
    'delete from audit_chain',
    'update audit_seals set at = now()',
    'delete from audit_seals',
    'delete from consents',
    'create table mine (id int)',
    'create schema mine',
    "insert into drizzle.__drizzle_migrations (hash) values ('mine')",
    'set role portal',
  ])('may not: %s', async (statement) => {
    await expect(app.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('owns nothing', async () => {
    const { rows } = await app.pool.query(
      'select relname from pg_class where pg_has_role(current_user, relowner, $1)',
      ['usage'],
    )
    expect(rows).toEqual([])
  })

  it('is told from one that could change the trail', async () => {
    expect(await canChangeTrail(app.db)).toBe(false)
    const owner = connectDatabase(app.databaseUrl, pino({ level: 'silent' }))
    expect(await canChangeTrail(owner.db)).toBe(true)
    await owner.pool.end()
  })

  it('that may not read the migrations is refused in a sentence, too', async () => {
    const database = await createUnmigratedDatabase()
    onTestFinished(() => database.drop())
    await runAs(database.url, strangers['the record of other migrations'])
    const url = database.portalUrl ?? ''
    await expect(migrateDatabase({ url, ownerUrl: url })).rejects.toThrow(
      /^DATABASE_URL names a database whose migrations its role may not read/,
    )
  })

  it('may not migrate, and a start says in a sentence what to do', async () => {
    const database = await createUnmigratedDatabase()
    const url = database.portalUrl ?? ''
    const migrating = migrateDatabase({ url, ownerUrl: url })
    await expect(migrating).rejects.toThrow(MigrationRefusedError)
    await expect(migrating).rejects.toThrow(
      /portal_worker may not migrate\. Set MIGRATION_DATABASE/,
    )
    await database.drop()
  })
})

/** Runs a file of docs/deploy as psql does: statement by statement, with variables and `\connect`. */
async function runFile(name: string, database: string, passwords: Record<string, string>) {
  const text = (await readFile(`docs/deploy/${name}`, 'utf8')).replaceAll(/^--.*$/gm, '')
  const [here = '', there = '', inThere = ''] = text.split(/\\connect (\w+)/)
  for (const [place, part] of Object.entries({ [database]: here, [there]: inThere })) {
    const at = new URL(`/${place}`, superuserUrl ?? '').href
    for (const [, statement = '', end] of part.matchAll(/(\S[^;\\]*)(;|\\gexec)/g)) {
      const filled = statement.replaceAll(/:'(\w+)'/g, (_all, key: string) => `'${passwords[key]}'`)
      // As psql has it, what the query answers is run.
      if (end === ';') await runAs(at, filled)
      else
        for (const { format } of await queryAs<{ format: string }>(at, filled))
          await runAs(at, format)
    }
  }
}

const credentials = (role: string, password: string) => {
  const url = new URL('/credit_partner', superuserUrl ?? '')
  url.username = role
  url.password = password
  return url.href
}
const url = credentials('credit_partner', 'portal-secret')
const ownerUrl = credentials('credit_partner_owner', 'owner-secret')

/** A portal's statement, and one that is the owner's. */
async function expectTwoRoles() {
  await migrateDatabase({ url, ownerUrl })
  const add = "insert into audit_events (action) values ('admin.created') returning action"
  expect(await queryAs(url, add)).toEqual([{ action: 'admin.created' }])
  expect(
    await queryAs(url, "select graphile_worker.add_job('sweep-storage') is null as no"),
  ).toEqual([{ no: false }])
  await expect(queryAs(url, 'delete from audit_events')).rejects.toThrow('permission denied')
  await expect(queryAs(url, 'create table mine (id int)')).rejects.toThrow('permission denied')
}

async function dropAll() {
  await runAs(superuserUrl ?? '', 'drop database if exists credit_partner with (force)')
  await runAs(superuserUrl ?? '', 'drop role if exists credit_partner')
  await runAs(superuserUrl ?? '', 'drop role if exists credit_partner_owner')
}

describe.skipIf(superuserUrl === null)('a Postgres of your own', () => {
  it('gets database and roles from docs/deploy/database-roles.sql', async () => {
    try {
      const passwords = { owner_password: 'owner-secret', portal_password: 'portal-secret' }
      await runFile('database-roles.sql', 'postgres', passwords)
      await expectTwoRoles()
    } finally {
      await dropAll()
    }
  })

  it('gets its second role from docs/deploy/database-second-role.sql', async () => {
    try {
      await runAs(superuserUrl ?? '', "create role credit_partner login password 'portal-secret'")
      await runAs(superuserUrl ?? '', 'create database credit_partner owner credit_partner')
      await migrateDatabase({ url, ownerUrl: url })
      const passwords = { owner_password: 'owner-secret' }
      await runFile('database-second-role.sql', 'credit_partner', passwords)
      await expectTwoRoles()
    } finally {
      await dropAll()
    }
  })
})
