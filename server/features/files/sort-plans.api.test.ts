import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanWindow, sortedListQuery } from '@shared/lists'
import { userListQuery } from '@shared/users'
import { fileListQuery } from '@shared/files'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { explain, isDetour, mostLooked } from '@tests/support/portal/explain'
import { addManyRows } from '@tests/support/portal/many-rows'
import type { ListDatabases } from '../../db/lists/searches'
import { listSealedCredentials } from '../credentials/queries'
import { listUsers } from '../users/queries'
import { listReviewedFiles } from './queries'

const size = 100_000
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await addManyRows(app.databaseUrl, { users: size, filesPerUser: 1, credentials: size })
  // Approved ones are rare, and come last by name.
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query("update users set status = 'approved', first_name = 'Zzz' where id % 5000 = 0")
  await client.query(
    "update files set status = 'approved', file_name = 'zzz' || id where id % 5000 = 0",
  )
  await client.query('vacuum analyze users, files, monitoring_credentials')
  await client.end()
}, 120_000)
afterAll(() => app.close())

const lists: Record<
  string,
  (query: object) => (dbs: ListDatabases) => Promise<{ next: string | null }>
> = {
  users: (query) => (dbs) => listUsers(dbs, userListQuery.parse(query)),
  files: (query) => (dbs) => listReviewedFiles(dbs, fileListQuery.parse(query)),
  monitoring_credentials: (query) => (dbs) =>
    listSealedCredentials(dbs, sortedListQuery.parse(query)),
}
const named = ['users', 'files']

/** One row is added a minute. */
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const oneDay = { from: minutesAgo(size / 2 + 1440), to: minutesAgo(size / 2) }
const openEnd = { from: minutesAgo(size / 2) }
const older = { to: minutesAgo(size / 2) }
const rare = { status: 'approved' }

/** What the first and the second page send to Postgres, counts aside. */
async function pages(list: string, query: object) {
  const read = lists[list]
  if (!read) throw new Error(list)
  const { next } = await read(query)(app)
  const first = await explain(app, read(query))
  const second = next ? await explain(app, read({ ...query, cursor: next })) : []
  return [...first, ...second].filter(({ isCount }) => !isCount)
}

describe.each(Object.keys(lists))('the list of %s', (list) => {
  it.each([
    ['oldest first', { sort: 'oldest' }, 'pkey'],
    ['oldest first, of a rare status', { sort: 'oldest', status: 'rejected' }, 'status_newest'],
    ['of one day long ago', oneDay, 'created'],
    ['of one day long ago, oldest first', { ...oneDay, sort: 'oldest' }, 'created'],
    ['of the newer half, oldest first', { ...openEnd, sort: 'oldest' }, 'created'],
    ['of the older half, of a rare status', { ...older, status: 'rejected' }, 'status_created'],
  ])('%s walks one index and stops when the page is full', async (_what, query, index) => {
    for (const { nodes, looked } of await pages(list, query)) {
      expect(nodes.join()).toContain(`Scan ${list}_${index}`)
      expect(nodes.filter(isDetour)).toEqual([])
      expect(looked).toBeLessThan(100)
    }
  })

  it('narrowed by date counts in an index', async () => {
    for (const query of [oneDay, { ...oneDay, status: 'pending' }]) {
      const read = lists[list]?.(query)
      const counts = read ? (await explain(app, read)).filter(({ isCount }) => isCount) : []
      expect(counts[0]?.nodes.join()).toMatch(/Index Only Scan \w+_created/)
    }
  })

  it.each([
    ['oldest first', { sort: 'oldest' }],
    ['of one day', oneDay],
    ['of the newer half, oldest first', { ...openEnd, sort: 'oldest' }],
  ])(
    '%s, searched for what is rare or nowhere, looks at so many rows and no more',
    async (_what, query) => {
      for (const search of ['zq', 'surname4242', 'nobody like that', 'e']) {
        const statements = await pages(list, { ...query, search })
        expect(mostLooked(statements)).toBeLessThanOrEqual(scanWindow + 2)
      }
    },
  )
})

describe('the list of users by score', () => {
  it.each([
    ['of all', {}, 'users_score'],
    ['of a rare status', rare, 'users_status_score'],
  ])('%s walks one index and stops when the page is full', async (_what, query, index) => {
    for (const { nodes, looked } of await pages('users', { ...query, sort: 'score' })) {
      expect(nodes.join()).toContain(`Scan ${index}`)
      expect(nodes.filter(isDetour)).toEqual([])
      expect(looked).toBeLessThan(200)
    }
  })
})

describe.each(named)('the list of %s by name', (list) => {
  it.each([
    ['of all', {}, 'name'],
    ['of a rare status', rare, 'status_name'],
    ['of the older half', older, 'name'],
  ])('%s walks one index and stops when the page is full', async (_what, query, index) => {
    for (const { nodes, looked } of await pages(list, { ...query, sort: 'name' })) {
      expect(nodes.join()).toContain(`Scan ${list}_${index}`)
      expect(nodes.filter(isDetour)).toEqual([])
      expect(looked).toBeLessThan(200)
    }
  })

  it.each([
    ['of one day', oneDay],
    ['of one day, of a rare status', { ...oneDay, ...rare }],
    ['of a few rows since long ago', { ...openEnd, ...rare }],
  ])('%s finds the rows by date, and sorts them', async (_what, query) => {
    const statements = await pages(list, { ...query, sort: 'name' })
    for (const { nodes } of statements) expect(nodes.join()).toContain('_created')
    expect(mostLooked(statements)).toBeLessThan(2_000)
  })

  it.each([
    ['in all', {}],
    ['of one day', oneDay],
    ['of the older half', older],
    ['of a rare status', rare],
  ])('%s and searched asks the trigram index, or stops when the page is full', async (_, query) => {
    for (const search of ['surname4242', 'nobody like that', 'e']) {
      const statements = await pages(list, { ...query, search, sort: 'name' })
      // What cannot be counted in time is counted among the first, of which half are of that time.
      expect(mostLooked(statements)).toBeLessThanOrEqual(2 * scanWindow)
    }
  })
})
