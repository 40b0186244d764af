import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { fileListQuery } from '@shared/files'
import { userListQuery } from '@shared/users'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { getReviewedFile, listReviewedFiles } from '../features/files/queries'
import { getUser, listUsers } from '../features/users/queries'
import type { Database, Queryable } from './client'
import { all, sqlLiteral, runText, renderSql, toSql } from './sql-text'
import { users } from './schema/users'

const app = await startSharedApp()

/** The value twice, and the connection that answered. */
const echo = (db: Queryable, value: string) =>
  runText<{ twice: string; pid: number }>(db, (bind) => {
    const place = bind(value)
    return `select ${place}::text || ${bind('-')}::text || ${place}::text as twice, pg_backend_pid() as pid`
  })

describe('a statement that is written as text', () => {
  it('gives each caller the answer to their own values, on the connection of their transaction', async () => {
    const values = Array.from({ length: 20 }, (_, index) => `$1 ${index}`)
    const answers = await Promise.all(values.map((value) => echo(app.db, value)))
    expect(answers.map(([row]) => row?.twice)).toEqual(values.map((value) => `${value}-${value}`))
    await app.db.transaction(async (one) => {
      await app.db.transaction(async (other) => {
        const pids = []
        for (const db of [one, other, one]) pids.push((await echo(db, ''))[0]?.pid)
        expect(pids[0]).toBe(pids[2])
        expect(pids[0]).not.toBe(pids[1])
      })
    })
  })

  it('reads times as dates, and sends them as such', async () => {
    const at = new Date('2026-03-01T12:00:00.123Z')
    const rows = await runText(
      app.db,
      (bind) => `select ${bind(at)}::timestamptz as at, null::timestamptz as never`,
    )
    expect(rows).toEqual([{ at, never: null }])
  })

  it('reads cents as numbers', async () => {
    const rows = await runText(app.db, () => 'select 250000::int8 as cents, null::int8 as none')
    expect(rows).toEqual([{ cents: 250_000, none: null }])
  })

  it('can be a part of one that Drizzle builds', async () => {
    const { id } = await buildUser(app)
    const isTheirs = toSql((bind) => all([`users.id = ${bind(id)}::int`, false, undefined]))
    expect(await app.db.select({ id: users.id }).from(users).where(isTheirs)).toEqual([{ id }])
    expect(all([])).toBe('true')
  })

  it('has parts of the schema, without their values', () => {
    expect(renderSql(users.firstName)).toBe('"users"."first_name"')
    expect(renderSql(sql`coalesce(${users.creditScore}, 0)`)).toBe(
      'coalesce("users"."credit_score", 0)',
    )
    expect(() => renderSql(sql`${users.id} = ${7}`)).toThrow('A part with values')
  })

  it('has words of a fixed list', () => {
    expect(sqlLiteral('pending')).toBe(`'pending'`)
  })

  it.each(["pending' or true --", 'Pending', '', 'two words', '-'])(
    'has not the word %j',
    (word) => {
      expect(() => sqlLiteral(word)).toThrow('Not a word of a fixed list')
    },
  )
})

describe('a row of a list', () => {
  it('is the same alone, with the types of its columns', async () => {
    const user = await buildUser(app, { lastName: 'Textrow' })
    const { rows } = await listUsers(app, userListQuery.parse({ search: 'textrow' }))
    const alone = await getUser(app.db, user.id)
    expect(rows).toMatchObject([{ ...alone }])
    expect(alone).toMatchObject({ lastName: 'Textrow', closesAt: null, hasSecondFactor: false })
    expect(alone?.createdAt).toBeInstanceOf(Date)
  })

  it('has what is of another table in an object, or null when there is none', async () => {
    const owner = await buildUser(app)
    const theirs = await buildFile(app, { userId: owner.id })
    const unclaimed = await buildFile(app, { userId: null })
    const { id, firstName, lastName, email, phoneNumber } = owner
    expect((await getReviewedFile(app.db, theirs.id))?.owner).toEqual({
      id,
      firstName,
      lastName,
      email,
      phoneNumber,
    })
    expect(await getReviewedFile(app.db, unclaimed.id)).toMatchObject({ owner: null })
  })
})

async function read(query: Record<string, string>) {
  const { rows } = await listUsers(app, userListQuery.parse(query))
  return rows.map(({ id }) => id)
}

describe('a list', () => {
  it('answers each query by its own values', async () => {
    const people: number[] = []
    for (const lastName of ['Ownone', 'Owntwo', 'Ownthree']) {
      const { id } = await buildUser(app, { lastName })
      people.push(id)
      expect(await read({ search: lastName })).toEqual([id])
    }
    const [first, second, third] = people
    expect(await read({ search: 'own', cursor: String(third) })).toEqual([second, first])
    expect(await read({ search: 'own', cursor: String(second) })).toEqual([first])
    const later = new Date(Date.now() + 3_600_000).toISOString()
    expect(await read({ search: 'own', from: '2020-01-01T00:00:00Z' })).toHaveLength(3)
    expect(await read({ search: 'own', from: later })).toEqual([])
    expect(await read({ search: 'own', to: later, status: 'rejected' })).toEqual([])
    expect(await read({ search: 'own', to: later, status: 'pending' })).toHaveLength(3)
  })
})

// So many statements have names in a process, and the files that share this one's have many.
vi.resetModules()
const { connectDatabase } = await import('./client')
const { connectSearches } = await import('./lists/searches')
const logger = pino({ level: 'silent' })
// One connection each: what it has planned can be asked of it.
const main = connectDatabase(app.databaseUrl, logger, { connections: 1 })
const searches = connectSearches(app.databaseUrl, logger, 1)
const dbs = { db: main.db, searches: searches.db }
afterAll(() => Promise.all([main.pool.end(), searches.pool.end()]))

/** How often the statements of a connection were planned again for their parameters, and how often not. */
async function plansOf(db: Database, statement: string) {
  const { rows } = await db.execute<{ anew: number; kept: number }>(sql`
    select custom_plans::int as anew, generic_plans::int as kept from pg_prepared_statements
    where statement like ${statement}`)
  return rows
}

const often = Array.from({ length: 12 })

it('a page is planned a few times at most, whichever page it is', async () => {
  for (const _ of often) {
    await listUsers(dbs, userListQuery.parse({ status: 'pending' }))
    await listUsers(dbs, userListQuery.parse({ cursor: '4000', limit: '20' }))
    await listReviewedFiles(dbs, fileListQuery.parse({ status: 'approved', limit: '100' }))
  }
  const pages = await plansOf(main.db, '%.id desc limit%')
  expect(pages).toHaveLength(3)
  // Postgres tries five times whether knowing the parameters helps.
  for (const { anew, kept } of pages) {
    expect(anew).toBeLessThanOrEqual(5)
    expect(kept).toBeGreaterThanOrEqual(7)
  }
})

it('a search is planned once, whatever is searched for', async () => {
  for (const [index] of often.entries()) {
    await listUsers(dbs, userListQuery.parse({ search: `nobody${index}` }))
  }
  expect(await plansOf(searches.db, 'with hits%')).toEqual([{ anew: 0, kept: often.length }])
})

it('pages of many sizes share a few statements', async () => {
  for (const limit of ['1', '24', '25', '26', '49', '50', '51', '75', '99', '100']) {
    await listUsers(dbs, userListQuery.parse({ status: 'rejected', limit }))
  }
  expect(await plansOf(main.db, `%'rejected'%desc limit%`)).toHaveLength(3)
})
