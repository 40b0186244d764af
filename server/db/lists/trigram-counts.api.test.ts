import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { userListQuery } from '@shared/users'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { listUsers } from '../../features/users/queries'
import { users } from '../schema/users'
import { findTrigramCounts } from './trigram-counts'
import { connectSearches } from './searches'

const app = await startSharedApp()
const dbs = { db: app.db, searches: app.searches }

async function addPeople(prefix: string, count: number): Promise<void> {
  await app.asOwner(`
    insert into users (first_name, last_name, email, phone_number, password_hash)
    select 'Ann', 'Surname' || n, '${prefix}' || n || '@example.com', '', 'none'
    from generate_series(1, ${count}) n`)
}

const find = async (search: string) =>
  (await listUsers(dbs, userListQuery.parse({ search }))).rows.map(({ email }) => email)

it('how many of the newest rows have a trigram is counted beside the first search', async () => {
  await addPeople('walker', 30)
  expect(findTrigramCounts(app.searches, users)).toBe(null)
  const isKnown = () => expect(findTrigramCounts(app.searches, users)).not.toBe(null)
  await vi.waitFor(isKnown, { timeout: 10_000 })
  const counts = findTrigramCounts(app.searches, users)
  for (const trigram of ['wal', 'ker', 'exa', 'com', 'sur']) expect(counts?.get(trigram)).toBe(30)
  expect(counts?.has('r17')).toBe(false)
})

it('a search finds the same, whatever of it is common', async () => {
  // The first rows are looked at one by one: the index has to find those behind them.
  await addPeople('other', 300)
  expect(await find('walker17@')).toEqual(['walker17@example.com'])
  expect(await find('WALKER17@example.com')).toEqual(['walker17@example.com'])
  expect(await find('walker17 surname17 ann')).toEqual(['walker17@example.com'])
  expect(await find('walker surname17')).toEqual(['walker17@example.com'])
  expect(await find('walker surname40')).toEqual([])
  expect(await find('gmail surname17')).toEqual([])
  expect(await find('walker17@ surname18')).toEqual([])
  expect(await find('walker@example.com')).toEqual([])
  expect(await find('17walker')).toEqual([])
})

it('nothing is known of a database that is away, and nobody is told', async () => {
  const away = connectSearches('postgresql://nobody@127.0.0.1:1/none', pino({ level: 'silent' }))
  expect(findTrigramCounts(away.db, users)).toBe(null)
  await away.pool.end()
  expect(findTrigramCounts(away.db, users)).toBe(null)
})
