import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, createUnmigratedDatabase } from '@tests/support/portal/database'
import type { TestDatabase } from '@tests/support/portal/postgres'
import { migrateDatabase } from './migrate'

let database: TestDatabase

beforeEach(async () => {
  database = await createUnmigratedDatabase()
})
afterEach(() => database.drop())

const migrate = () =>
  migrateDatabase({ url: database.portalUrl ?? database.url, ownerUrl: database.url })

async function ask(url: string, sql: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows.map((row: unknown[]) => row.join(' '))
  } finally {
    await client.end()
  }
}

/** Adds a person. */
const insert = (email: string, isAdmin: number, status: string) =>
  ask(
    database.url,
    `insert into users (email, password_hash, first_name, last_name, phone_number, is_admin, status)
     values ('${email}', 'x', 'A', 'B', '1', ${isAdmin}, '${status}')`,
  )

const columns = `select table_schema, table_name, column_name, data_type from information_schema.columns
  where table_schema in ('public', 'drizzle', 'graphile_worker') order by 1, 2, 3`
const applied = 'select count(*) from drizzle.__drizzle_migrations'

describe('migrating', () => {
  it('an empty database makes everything the portal needs, the job queue included', async () => {
    await migrate()
    const found = (await ask(database.url, columns)).join('\n')
    for (const table of [
      'users',
      'files',
      'file_versions',
      'sessions',
      'rate_limits',
      'audit_events',
    ])
      expect(found).toContain(`public ${table} `)
    expect(found).toContain('graphile_worker')
  })

  it('twice changes nothing the second time', async () => {
    await migrate()
    const before = [await ask(database.url, columns), await ask(database.url, applied)]
    await migrate()
    expect([await ask(database.url, columns), await ask(database.url, applied)]).toEqual(before)
  })

  it('from three processes at once works and leaves the same as one', async () => {
    await Promise.all([1, 2, 3].map(() => migrate()))
    const single = await createTestDatabase()
    expect(await ask(database.url, columns)).toEqual(await ask(single.url, columns))
    expect(await ask(database.url, applied)).toEqual(await ask(single.url, applied))
    await single.drop()
  })

  it('allows one administrator and known states only', async () => {
    await migrate()
    await insert('one@example.com', 1, 'approved')
    await expect(insert('two@example.com', 1, 'approved')).rejects.toThrow('users_one_admin')
    await expect(insert('ONE@example.com', 0, 'pending')).rejects.toThrow('users_email_unique')
    await expect(insert('two@example.com', 2, 'pending')).rejects.toThrow('users_is_admin')
    await expect(insert('two@example.com', 0, 'open')).rejects.toThrow('users_status')
  })
})
