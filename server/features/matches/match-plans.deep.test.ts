import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entrepreneurListQuery } from '@shared/entrepreneurs'
import { matchListQuery } from '@shared/matches'
import { createFilledDatabase } from '@tests/support/portal/database'
import { explain, isDetour, mostLooked } from '@tests/support/portal/explain'
import { manyIntroductions } from '@tests/support/portal/many-rows'
import { startSharedApp } from '@tests/support/portal/shared-app'
import type { ListDatabases } from '../../db/lists/searches'
import { listEntrepreneurs } from '../entrepreneurs/queries'
import { findClash, listCalendar } from './calendar-queries'
import { listMatches } from './list-matches'
import { listOpenMatches, listTodaysMeetings } from './queries'
import { listSuggestions } from './suggest-pairs'

const database = await createFilledDatabase()
afterAll(() => database.drop())
const app = await startSharedApp({ database })

beforeAll(() => app.asOwner(manyIntroductions))

async function look(run: (dbs: ListDatabases) => Promise<unknown>) {
  const statements = await explain(app, run)
  // A total looks at more, to a limit.
  const read = statements.filter(({ isCount }) => !isCount)
  const nodes = read.flatMap((statement) => statement.nodes)
  return { nodes, names: nodes.join(), looked: mostLooked(read) }
}

describe('the list of introductions', () => {
  it.each([
    ['whole', {}, 'matches_pkey'],
    ['of one partner', { partner: '4242' }, 'matches_partner'],
  ])('%s walks one index and stops when the page is full', async (_what, query, index) => {
    const { names, nodes, looked } = await look((dbs) =>
      listMatches(dbs, matchListQuery.parse(query)),
    )
    expect(names).toContain(`Scan ${index}`)
    expect(nodes.filter(isDetour)).toEqual([])
    expect(looked).toBeLessThan(100)
  })
})

it('the list of introductions, searched, asks the trigram index of both people', async () => {
  const query = matchListQuery.parse({ search: 'rivera4242' })
  const { names } = await look((dbs) => listMatches(dbs, query))
  for (const index of ['users_search', 'entrepreneurs_search']) expect(names).toContain(index)
  expect(names).not.toContain('Seq Scan matches')
})

it('the list of booked introductions reads those alone', async () => {
  const query = matchListQuery.parse({ status: 'booked' })
  const { names, looked } = await look((dbs) => listMatches(dbs, query))
  expect(names).toMatch(/Scan matches_(starts|state_newest)/)
  expect(looked).toBeLessThan(300)
})

describe('the list of entrepreneurs', () => {
  it('whole, and of a status, walks one index', async () => {
    for (const [query, index] of [
      [{}, 'entrepreneurs_pkey'],
      [{ status: 'ready' }, 'entrepreneurs_'],
    ] as const) {
      const parsed = entrepreneurListQuery.parse(query)
      const { names, looked } = await look((dbs) => listEntrepreneurs(dbs, parsed))
      expect(names).toContain(`Scan ${index}`)
      expect(names).not.toContain('Seq Scan')
      expect(looked).toBeLessThan(300)
    }
  })

  it('searched asks the trigram index', async () => {
    const query = entrepreneurListQuery.parse({ search: 'rivera4242' })
    const { names } = await look((dbs) => listEntrepreneurs(dbs, query))
    expect(names).toContain('entrepreneurs_search')
  })
})

it('the desk reads those that are open, and no one who has nothing to do with it', async () => {
  const open = await look(({ db }) => listOpenMatches(db))
  expect(open.names).toContain('Scan matches_open_')
  expect(open.looked).toBeLessThanOrEqual(300)
})

it('suggestions read those who wait by their index, and never all partners', async () => {
  const { names, looked } = await look(({ db }) => listSuggestions(db, app.env))
  for (const index of ['users_unmatched', 'entrepreneurs_ready', 'matches_entrepreneur'])
    expect(names).toContain(index)
  expect(names).not.toContain('Seq Scan users')
  expect(names).not.toContain('Seq Scan matches')
  // Of the entrepreneurs who are ready a few are taken.
  expect(looked).toBeLessThanOrEqual(20_000)
})

it('today’s meetings are read by the index of booked ones', async () => {
  const { names, looked } = await look(({ db }) => listTodaysMeetings(db))
  expect(names).toContain('Scan matches_starts')
  expect(looked).toBeLessThan(1_000)
})

it('the calendar and a clash ask the indexes of booked meetings', async () => {
  const from = new Date()
  const to = new Date(from.getTime() + 14 * 86_400_000)
  const calendar = await look(({ db }) => listCalendar(db, { from, to }))
  expect(calendar.names).not.toMatch(/Seq Scan (matches|users)/)
  // The entrepreneurs, who are few, may be read whole.
  expect(calendar.looked).toBeLessThanOrEqual(10_000)
  const clash = await look(({ db }) => findClash(db, { times: [from, to], minutes: 45 }))
  expect(clash.names).not.toContain('Seq Scan matches')
  expect(clash.looked).toBeLessThan(100)
})
