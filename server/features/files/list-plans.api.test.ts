import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exactTotalLimit } from '@shared/list-choices'
import { scanWindow, sortedListQuery, type SortedListQuery } from '@shared/lists'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { logInAdmin, type Agent } from '@tests/support/portal/agents'
import { explain, isDetour, mostLooked } from '@tests/support/portal/explain'
import { addManyRows } from '@tests/support/portal/many-rows'
import { readPage } from '../../db/lists/list-page'
import type { Selecting, Selection } from '../../db/lists/list-source'
import { defineList } from '../../db/lists/open-list'
import { unlessTooSlow } from '../../db/lists/searches'
import { users } from '../../db/schema/users'
import { listSealedCredentials } from '../credentials/queries'
import { listUsers } from '../users/queries'
import { listReviewedFiles } from './queries'

const size = 100_000
let app: TestApp
let admin: Agent

beforeAll(async () => {
  app = await startTestApp()
  await addManyRows(app.databaseUrl, { users: size, filesPerUser: 1, credentials: size })
  await app.pool.query("update users set last_name = 'Ezq' where id in (1, 50000)")
  await app.pool.query("update users set first_name = 'Oldest' where id < 400")
  await app.pool.query("update monitoring_credentials set username = 'oldest' || id where id < 400")
  await vacuum()
  admin = await logInAdmin(app)
}, 120_000)
afterAll(() => app.close())

/** Takes longer than the portal's own statements may. */
async function vacuum() {
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('vacuum analyze users, files, monitoring_credentials')
  await client.end()
}

const query = (overrides: Partial<SortedListQuery>): SortedListQuery => ({
  ...sortedListQuery.parse({}),
  ...overrides,
})

const lists = [
  ['users', listUsers],
  ['files', listReviewedFiles],
  ['monitoring_credentials', listSealedCredentials],
] as const

describe.each(lists)('the list of %s', (table, list) => {
  const statementsOf = (overrides: Partial<SortedListQuery>) =>
    explain(app, (dbs) => list(dbs, query(overrides)))

  it.each([
    ['no hit', 'nobody like that'],
    ['few hits', 'surname4242'],
    ['a phone', '303 000-4242'],
    ['a phone in pairs of digits', '30 30 00 42 42'],
    ['few hits and a short word', 'surname4242 zq'],
  ])(
    'with %s looks at few rows and asks the trigram index, in one statement, and need not count',
    async (_, search) => {
      const statements = await statementsOf({ search })
      expect(statements).toHaveLength(1)
      expect(statements[0]?.nodes).toContain(`Bitmap Index Scan ${table}_search`)
      expect(mostLooked(statements)).toBeLessThan(1_000)
    },
  )

  it('with hits that are all old asks the trigram index, and so does its count', async () => {
    const statements = await statementsOf({ search: 'oldest' })
    for (const isCount of [true, false]) {
      const nodes = statements.filter((one) => one.isCount === isCount).flatMap((one) => one.nodes)
      expect(nodes).toContain(`Bitmap Index Scan ${table}_search`)
    }
    expect(mostLooked(statements)).toBeLessThan(1_000)
  })

  it.each([
    ['no search', ''],
    ['many hits', 'grace'],
  ])('with %s walks the newest first, and stops when the page is full', async (_what, search) => {
    const statements = await statementsOf({ search })
    const page = statements.findLast(({ isCount }) => !isCount)
    expect(page?.nodes[0]).toBe('Limit')
    expect(page?.nodes).toContain(`Index Scan ${table}_pkey`)
    expect(page?.nodes.filter(isDetour)).toEqual([])
    expect(page?.looked).toBeLessThan(1_000)
  })

  it.each([
    ['one character, in all', 'e', undefined],
    ['one character, in none', 'ж', undefined],
    ['two characters, in none', 'qj', undefined],
    ['two characters, in none, on a later page', 'qj', 60_000],
    ['signs, in none', '#-#-#', undefined],
  ])('with %s looks at so many of the newest and no more', async (_what, search, cursor) => {
    for (const status of [undefined, 'pending'] as const) {
      const statements = await statementsOf({ search, cursor, status })
      expect(statements.length).toBeGreaterThan(2)
      for (const { nodes } of statements) expect(nodes.filter(isDetour)).toEqual([])
      // One more shows that it goes on, and one may be the administrator.
      expect(mostLooked(statements)).toBeLessThanOrEqual(scanWindow + 2)
    }
  })

  it('by a rare status finds it by its own index, on any page', async () => {
    for (const cursor of [undefined, 50_000]) {
      const statements = await statementsOf({ status: 'rejected', cursor })
      for (const { nodes, looked } of statements) {
        expect(nodes.join()).toMatch(new RegExp(`Scan ${table}_status_\\w+`))
        expect(looked).toBeLessThan(100)
      }
    }
  })
})

describe('a search for two characters', () => {
  it('goes on from page to page until every row was looked at', async () => {
    const seen: number[] = []
    const sizes: number[] = []
    let path: string | undefined = '/api/admin/users?search=zq'
    while (path) {
      const page: Response = await admin.get(path).expect(200)
      expect(page.headers).toMatchObject({
        'x-total-count': '0',
        'x-total-among': String(scanWindow),
      })
      seen.push(...page.body.map(({ id }: { id: number }) => id))
      sizes.push(page.body.length)
      path = /^<(\/api\/admin\/users\?.+)>; rel="next"$/.exec(page.headers['link'] ?? '')?.[1]
    }
    expect(seen).toEqual([50_000, 1])
    // A page that fills up does not wait for the end of its walk.
    expect(sizes).toEqual([0, 0, 1, 0, 1])
  })

  it('that fills its page goes on from the last row of it', async () => {
    const { headers, body } = await admin.get('/api/admin/users?search=e').expect(200)
    expect(headers['link']).toContain(`cursor=${body.at(-1).id}`)
    expect(headers['x-total-count']).toBe(String(exactTotalLimit + 1))
  })

  it('has an exact total when there are not so many rows', async () => {
    const { headers } = await admin.get('/api/admin/users?search=e&status=rejected').expect(200)
    expect(headers['x-total-count']).toBe('10')
    expect(headers).not.toHaveProperty('x-total-among')
    expect(headers).not.toHaveProperty('link')
  })
})

describe('a search that the index answers too slowly', () => {
  it('is given up for one that looks at so many rows at a time', async () => {
    const asleep = sql`case when ${users.id} < 1000 then pg_sleep(60)::text = '' else false end`
    const list = defineList('asleep', () => ({
      table: users,
      filter: undefined,
      search: { condition: asleep, scanCondition: asleep, isIndexed: true, searched: users },
      select: (db: Selecting, { where, limit }: Selection) =>
        db.select({ id: users.id }).from(users).where(where).limit(limit),
    }))
    const page = await readPage(app, list, { limit: 25, search: 'asleep' })
    const next = String(size - scanWindow + 2)
    expect(page).toEqual({ rows: [], next, total: 0, among: scanWindow })
  })

  it('is told from one that failed', async () => {
    const tooSlow = app.searches.execute(sql`select pg_sleep(60)`)
    expect(await unlessTooSlow(tooSlow)).toBeNull()
    const failing = app.searches.execute(sql`select 1 / 0`)
    await expect(unlessTooSlow(failing)).rejects.toThrow()
  })

  it('leaves the connections of everyone else free, however many are asked for', async () => {
    const slow = Array.from({ length: 30 }, () => app.searches.execute(sql`select pg_sleep(0.5)`))
    await app.db.execute(sql`select 1`)
    const { rows } = await app.db.execute<{ asleep: number }>(
      sql`select count(*)::int as asleep from pg_stat_activity
        where datname = current_database() and query = 'select pg_sleep(0.5)' and state = 'active'`,
    )
    expect(rows[0]?.asleep).toBeLessThanOrEqual(4)
    await Promise.allSettled(slow)
  })
})
