import type { Response } from 'supertest'
import { afterAll, describe, expect, it } from 'vitest'
import { exactTotalLimit } from '@shared/list-choices'
import { type SortedListQuery, scanWindow, sortedListQuery } from '@shared/lists'
import { logInAdmin } from '@tests/support/portal/agents'
import { createFilledDatabase } from '@tests/support/portal/database'
import { explain, isDetour, mostLooked } from '@tests/support/portal/explain'
import { filledRows } from '@tests/support/portal/many-rows'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { itFindsWhatIsThere } from '@tests/support/portal/search-properties'
import { listSealedCredentials } from '../../features/credentials/queries'
import { listReviewedFiles } from '../../features/files/queries'
import { listUsers } from '../../features/users/queries'
import { users } from '../schema/users'
import { defineList } from './list'
import { readPage } from './list-page'

const database = await createFilledDatabase()
afterAll(() => database.drop())
const app = await startSharedApp({ database })
const admin = await logInAdmin(app)

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
    ['no hit', 'nob ody', 1],
    ['few hits', 'surname4242', 1],
    ['a phone', '303 000-4242', 1],
    ['a phone in pairs of digits', '30 30 00 42 42', 1],
    // Without hits, a near search is looked for in two more.
    ['few hits and a short word', 'surname4242 zq', 3],
    ['more than a page of hits, all old', 'oldest', 1],
  ])(
    'with %s looks at few rows and asks the trigram index, in one statement, which counts as well',
    async (_, search, count) => {
      const statements = await statementsOf({ search })
      expect(statements).toHaveLength(count)
      expect(statements[0]?.nodes).toContain(`Bitmap Index Scan ${table}_search`)
      expect(mostLooked(statements)).toBeLessThan(1_000)
    },
  )

  it('with a misspelled name asks the trigram index alone for those that are near', async () => {
    for (const search of ['surnmae4242', 'qzxvwk']) {
      const near = (await statementsOf({ search })).at(-1)
      expect(near?.nodes).toContain(`Bitmap Index Scan ${table}_search`)
      expect(near?.nodes.filter((node) => /Seq Scan|Index Scan (?!\w+_search)/.test(node))).toEqual(
        [],
      )
      expect(near?.looked).toBeLessThan(1_000)
    }
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
      // Between those that are pending lie half as many that are not.
      const others = status ? scanWindow / 2 : 0
      // One more shows that it goes on, and a few may be rejected, or the administrator.
      expect(mostLooked(statements)).toBeLessThanOrEqual(scanWindow + others + 10)
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
    const { headers } = await admin
      .get('/api/admin/users?search=e&status=rejected&limit=50')
      .expect(200)
    expect(headers['x-total-count']).toBe('30')
    expect(headers).not.toHaveProperty('x-total-among')
    expect(headers).not.toHaveProperty('link')
  })
})

describe('a search that the index answers too slowly', () => {
  it('is given up for one that looks at so many rows at a time', async () => {
    const list = defineList({
      name: 'asleep',
      table: 'users',
      columns: { id: users.id },
      search: () => `case when users.id < 1000 then pg_sleep(60)::text = '' else false end`,
    })
    const page = await readPage(app, list, { limit: 25, search: 'asleep' })
    const next = String(filledRows - scanWindow + 2)
    expect(page).toMatchObject({ rows: [], next, total: 0, scannedRows: scanWindow })
  })
})

const fresh = await startSharedApp()

const freshAdmin = await logInAdmin(fresh)

itFindsWhatIsThere(fresh, freshAdmin, 200)

it('of more hits than are counted, no page is lost', async () => {
  await fresh.asOwner(`
    insert into users (first_name, last_name, email, phone_number, password_hash)
    select 'Ann', 'Manyfold', 'manyfold' || n || '@example.com', '', 'none'
    from generate_series(1, 11100) n`)
  const { rows } = await fresh.pool.query<{ id: number }>(
    `select id from users where last_name = 'Manyfold' order by id offset 11049 limit 1`,
  )
  const path = `/api/admin/users?search=manyfold&sort=oldest&limit=25&cursor=${rows[0]?.id}`
  const { body, headers } = await freshAdmin.get(path).expect(200)
  expect([body.length, headers['x-total-count']]).toEqual([25, '10001'])
})
