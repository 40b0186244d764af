import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { pino } from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { fileListQuery } from '@shared/files'
import { userListQuery } from '@shared/users'
import { buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { listReviewedFiles } from '../features/files/queries'
import { listUsers, userList } from '../features/users/queries'
import type { Database, Queryable } from './client'
import { keepStatement } from './kept-statement'
import { readPage } from './lists/list-page'
import type { Selecting, Selection } from './lists/list-source'
import { defineList, openList } from './lists/open-list'
import { hasWord, literalCount } from './literals'
import { rejectionReasons } from './schema/decisions'
import { users } from './schema/users'

const app = await startSharedApp()

/** Answers its value from the connection that it runs on, and counts how often it was built. */
function keepEcho() {
  let built = 0
  const run = keepStatement((db) => {
    built += 1
    return db
      .select({
        echo: sql<string>`${sql.placeholder('value')}::text`,
        connection: sql<number>`pg_backend_pid()`,
      })
      .from(sql`(select) as one`)
  })
  return { run, built: () => built }
}

const connectionOf = async (db: Queryable) => {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return rows[0]?.pid
}

describe('a statement that is kept', () => {
  it('is built once, and gives each caller the answer to their own value', async () => {
    const { run, built } = keepEcho()
    const values = Array.from({ length: 20 }, (_, index) => `value ${index}`)
    const answers = await Promise.all(values.map((value) => run(app.db, { value })))
    expect(answers.map(([row]) => row?.echo)).toEqual(values)
    expect(built()).toBe(1)
  })

  it('runs on the connection of the transaction that it is part of, and of no other', async () => {
    const { run } = keepEcho()
    await app.db.transaction(async (one) => {
      await app.db.transaction(async (other) => {
        const inner = await run(other, { value: 'inner' })
        const outer = await run(one, { value: 'outer' })
        expect(inner).toEqual([{ echo: 'inner', connection: await connectionOf(other) }])
        expect(outer).toEqual([{ echo: 'outer', connection: await connectionOf(one) }])
        expect(inner[0]?.connection).not.toBe(outer[0]?.connection)
      })
    })
  })

  it('is undone with its transaction', async () => {
    const add = keepStatement((db) =>
      db
        .insert(rejectionReasons)
        .values({ kind: 'user', reasons: sql`${sql.placeholder('reasons')}` })
        .returning(),
    )
    await expect(
      app.db.transaction(async (tx) => {
        expect(await add(tx, { reasons: '{"The report is too old."}' })).toHaveLength(1)
        throw new Error('Taken back')
      }),
    ).rejects.toThrow(/^Taken back$/)
    expect(await app.db.select().from(rejectionReasons)).toEqual([])
  })
})

/** The list of people, and how often it was asked what it is. */
function buildList() {
  const source = vi.fn(userList.source)
  const list = defineList('people of a test', source)
  async function read(query: Record<string, string>) {
    const { rows } = await readPage(app, list, userListQuery.parse(query))
    return rows.map(({ id }) => id)
  }
  return { source, list, read }
}

describe('what a list builds for one query', () => {
  it('serves those that differ in their values only, each with its own', async () => {
    const people = []
    for (const lastName of ['Keptone', 'Kepttwo', 'Keptthree']) {
      people.push(await buildUser(app, { lastName }))
    }
    const { source, read } = buildList()
    for (const { lastName, id } of people) {
      expect(await read({ search: lastName })).toEqual([id])
    }
    expect(source).toHaveBeenCalledTimes(1)

    const [first, second, third] = people.map(({ id }) => id)
    expect(await read({ search: 'kept', cursor: String(third) })).toEqual([second, first])
    expect(await read({ search: 'kept', cursor: String(second) })).toEqual([first])
    expect(source).toHaveBeenCalledTimes(2)

    const later = new Date(Date.now() + 3_600_000).toISOString()
    expect(await read({ search: 'kept', from: '2020-01-01T00:00:00Z' })).toHaveLength(3)
    expect(await read({ search: 'kept', from: later })).toEqual([])
    expect(source).toHaveBeenCalledTimes(3)
  })

  it('serves no query that differs otherwise', async () => {
    const { source, read } = buildList()
    const different: Record<string, string>[] = [
      {},
      { status: 'pending' },
      { status: 'approved' },
      { sort: 'oldest' },
      { sort: 'name' },
      { kind: 'referrer' },
      { limit: '100' },
      { cursor: '7' },
      { to: '2020-01-01T00:00:00Z' },
      { search: 'one' },
      { search: 'two words' },
      { search: '303-555-0134' },
      { search: 'x' },
    ]
    for (const query of different) await read(query)
    for (const query of different) await read(query)
    expect(source).toHaveBeenCalledTimes(different.length)
  })

  it('serves no other list of the same rows', async () => {
    const { id } = await buildUser(app, { lastName: 'Keptcolumns' })
    const query = userListQuery.parse({ search: 'keptcolumns' })
    const fewColumns = defineList(
      'few columns',
      (narrowed: Parameters<typeof userList.source>[0]) => ({
        ...userList.source(narrowed),
        select: (db: Selecting, { where, limit }: Selection) =>
          db.select({ id: users.id }).from(users).where(where).limit(limit),
      }),
    )
    expect((await readPage(app, userList, query)).rows).toMatchObject([{ lastName: 'Keptcolumns' }])
    expect((await readPage(app, fewColumns, query)).rows).toEqual([{ id }])
  })

  it('is kept for the 100 latest, and not for a search of very many words', () => {
    const { source, list } = buildList()
    const open = (query: Record<string, string>) => openList(list, userListQuery.parse(query))
    for (let words = 1; words <= 30; words += 1) open({ search: 'xyz '.repeat(words) })
    expect(list.kept.size).toBeLessThan(30)
    for (const sort of ['newest', 'oldest', 'name', 'score'])
      for (const status of ['pending', 'approved', 'rejected'])
        for (const limit of ['25', '50', '100'])
          for (const kind of ['partner', 'referrer', 'any']) open({ sort, status, limit, kind })
    expect(list.kept.size).toBe(100)
    source.mockClear()
    open({ sort: 'score', status: 'rejected', limit: '100', kind: 'any' })
    expect(source).not.toHaveBeenCalled()
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

/** How often the statements of a connection were planned anew for their parameters, and how often not. */
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
  const pages = await plansOf(main.db, '%."id" desc limit%')
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
  expect(await plansOf(searches.db, 'with "first"%')).toEqual([{ anew: 0, kept: often.length }])
})

it('pages of many sizes share a few statements', async () => {
  for (const limit of ['1', '24', '25', '26', '49', '50', '51', '75', '99', '100']) {
    await listUsers(dbs, userListQuery.parse({ status: 'rejected', limit }))
  }
  expect(await plansOf(main.db, `%'rejected'%desc limit%`)).toHaveLength(3)
})

const write = (written: ReturnType<typeof hasWord>) =>
  new PgDialect({ casing: 'snake_case' }).sqlToQuery(written)

describe('what is part of a statement, not a parameter,', () => {
  it('is a word of a fixed list, or a count', () => {
    const params: unknown[] = []
    const isPending = hasWord(users.status, 'pending')
    expect(write(isPending)).toMatchObject({ sql: `"users"."status" = 'pending'`, params })
    expect(write(literalCount(51))).toMatchObject({ sql: '51', params })
  })

  it.each(["pending' or true --", 'Pending', '', 'two words', '-'])('is not %j', (word) => {
    expect(() => hasWord(users.status, word)).toThrow('Not a word of a fixed list')
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('is not %d', (count) => {
    expect(() => literalCount(count)).toThrow('Not a count')
  })
})
