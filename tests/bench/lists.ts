import { performance } from 'node:perf_hooks'
import { pino } from 'pino'
import { sortedListQuery, type SortedListQuery } from '@shared/lists'
import { connectDatabase } from '@server/db/client'
import { connectSearches } from '@server/db/lists/searches'
import { listSealedCredentials } from '@server/features/credentials/queries'
import { listReviewedFiles } from '@server/features/files/queries'
import { listUsers } from '@server/features/users/queries'
import { addManyRows } from '@tests/support/portal/many-rows'
import { cloneDatabase, startTestPostgres } from '@tests/support/portal/postgres'

const users = 1_000_000
const runs = 20

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)

const lists = { users: listUsers, files: listReviewedFiles, credentials: listSealedCredentials }

const searches: Record<string, Partial<SortedListQuery>> = {
  'no search': {},
  'no search, page in the middle': { cursor: users / 2 },
  'oldest first': { sort: 'oldest' },
  'a day in the middle': { from: daysAgo(347), to: daysAgo(346) },
  'the newest half, oldest first': { from: daysAgo(347), sort: 'oldest' },
  'a rare status': { status: 'rejected' },
  'one hit': { search: 'surname424242' },
  'a phone': { search: '(303) 042-4242' },
  'about a thousand hits': { search: 'surname424' },
  'a quarter of all': { search: 'grace' },
  'no hit': { search: 'nobody like that' },
  'words in all, never together': { search: 'grace linus' },
  'one character in all': { search: 'e' },
  'two characters in none': { search: 'zq' },
  'two characters in none, page in the middle': { search: 'zq', cursor: users / 2 },
  'two characters in none, of a status': { search: 'zq', status: 'pending' },
  'a word in a quarter, two characters in none': { search: 'grace zq' },
}

/**
 * `npm run bench:lists`: how long a page with its total takes the administrator's lists, in a
 * database of 1,000,000 users with three files each and 1,000,000 shared logins.
 */
async function main(): Promise<void> {
  const postgres = await startTestPostgres()
  const database = await cloneDatabase(postgres)
  const logger = pino({ level: 'silent' })
  const { db, pool } = connectDatabase(database.url, logger)
  const searchPool = connectSearches(database.url, logger)
  const dbs = { db, searches: searchPool.db }
  try {
    await addManyRows(database.url, { users, filesPerUser: 3, credentials: users })
    for (const [name, list] of Object.entries(lists)) {
      for (const [what, query] of Object.entries(searches)) {
        const times = await measure(() => list(dbs, { ...sortedListQuery.parse({}), ...query }))
        console.log(`${name.padEnd(12)}${what.padEnd(46)}${describe(times)}`)
      }
    }
  } finally {
    await Promise.all([pool.end(), searchPool.pool.end()])
    await database.drop()
    await postgres.stop()
  }
}

/** Milliseconds of each run, shortest first. The first one warms the caches and is left out. */
async function measure(run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let done = 0; done <= runs; done += 1) {
    const began = performance.now()
    await run()
    times.push(performance.now() - began)
  }
  return times.slice(1).toSorted((left, right) => left - right)
}

function describe(times: number[]): string {
  const at = (share: number) =>
    (times[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(8)
  return `p50 ${at(0.5)} ms   p95 ${at(0.95)} ms`
}

await main()
