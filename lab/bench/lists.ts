import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { sortedListQuery, type SortedListQuery } from '@shared/lists'
import { connectDatabase } from '@server/db/client'
import { connectSearches, unlessTooSlow } from '@server/db/lists/searches'
import { migrateDatabase } from '@server/db/migrate'
import { listSealedCredentials } from '@server/features/credentials/queries'
import { listReviewedFiles } from '@server/features/files/queries'
import { listUsers } from '@server/features/users/queries'
import { addManyRows } from '@tests/support/portal/many-rows'
import { cloneDatabase, queryAs, runAs, startTestPostgres } from '@tests/support/portal/postgres'
import { cpuMs, postmasterPid } from './usage'

const { values: options } = parseArgs({
  options: { people: { type: 'string', default: '1000000' }, database: { type: 'string' } },
})
const people = Number(options.people)
/** Shared logins are few compared with documents. */
const credentials = Math.min(people, 1_000_000)
const runs = 20

const lists = [
  { name: 'users', list: listUsers, rows: people, people },
  { name: 'files', list: listReviewedFiles, rows: 3 * people, people },
  { name: 'credentials', list: listSealedCredentials, rows: credentials, people: credentials },
]

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Of rows that belong to so many people, who each came a minute after the one before. */
function searchesFor(size: {
  rows: number
  people: number
}): Record<string, Partial<SortedListQuery>> {
  const middle = size.people / 2
  const someone = Math.floor(size.people * 0.424242)
  const phone = String(someone).padStart(7, '0')
  const half = minutesAgo(middle)
  return {
    'no search': {},
    'no search, page in the middle': { cursor: size.rows / 2 },
    'oldest first': { sort: 'oldest' },
    'a day in the middle': { from: half, to: minutesAgo(middle - 24 * 60) },
    'the newest half, oldest first': { from: half, sort: 'oldest' },
    'a rare status': { status: 'rejected' },
    'one hit': { search: `surname${someone}` },
    'a phone': { search: `(303) ${phone.slice(0, 3)}-${phone.slice(3)}` },
    'about a thousand hits': { search: `surname${Math.floor(someone / 1000)}` },
    'a quarter of all': { search: 'grace' },
    'no hit': { search: 'nobody like that' },
    'words in all, never together': { search: 'grace linus' },
    'one character in all': { search: 'e' },
    'two characters in none': { search: 'zq' },
    'two characters in none, page in the middle': { search: 'zq', cursor: size.rows / 2 },
    'two characters in none, of a status': { search: 'zq', status: 'pending' },
    'a word in a quarter, two characters in none': { search: 'grace zq' },
  }
}

/**
 * `npm run lab -- bench:lists`: how long a page with its total takes the administrator's lists, and how large their
 * tables are, in a database of 1,000,000 people with three files each and 1,000,000 shared logins
 * (`--people 100000` for fewer). `--database URL` names one to use and keep, which is filled if it is empty.
 */
async function main(): Promise<void> {
  const database = options.database ? await migrateGiven(options.database) : await startOwn()
  const logger = pino({ level: 'silent' })
  const { db, pool } = connectDatabase(database.url, logger)
  const searchPool = connectSearches(database.url, logger)
  const dbs = { db, searches: searchPool.db }
  try {
    if (await isEmpty(database.url)) await load(database.url)
    await printSizes(database.url)
    const postmaster = await postmasterPid(database.url)
    for (const { name, list, ...size } of lists) {
      for (const [what, query] of Object.entries(searchesFor(size))) {
        const run = () =>
          unlessTooSlow<Measured['page']>(list(dbs, { ...sortedListQuery.parse({}), ...query }))
        const measured = await measure(run, postmaster)
        console.log(`${name.padEnd(12)}${what.padEnd(46)}${describe(measured)}`)
      }
    }
  } finally {
    await Promise.all([pool.end(), searchPool.pool.end()])
    await database.drop()
  }
}

async function migrateGiven(url: string) {
  await migrateDatabase({ url, ownerUrl: url })
  return { url, drop: async () => undefined }
}

async function startOwn() {
  const postgres = await startTestPostgres()
  if (postgres.superuserUrl) await spareCheckpoints(postgres.superuserUrl)
  const database = await cloneDatabase(postgres)
  return {
    url: database.url,
    async drop() {
      await database.drop()
      await postgres.stop()
    },
  }
}

async function isEmpty(url: string): Promise<boolean> {
  const rows = await queryAs(url, 'select from files limit 1')
  return rows.length === 0
}

async function load(url: string): Promise<void> {
  const began = performance.now()
  await addManyRows(url, { users: people, filesPerUser: 3, credentials })
  const minutes = (performance.now() - began) / 60_000
  console.log(`${people} people, loaded in ${minutes.toFixed(1)} minutes`)
}

/** Loading writes more than the log of changes has room for by default, and nobody else works in the meantime. */
async function spareCheckpoints(superuserUrl: string): Promise<void> {
  const settings = {
    max_wal_size: '8GB',
    checkpoint_timeout: '1h',
    full_page_writes: 'off',
    autovacuum: 'off',
  }
  for (const [name, value] of Object.entries(settings)) {
    await runAs(superuserUrl, `alter system set ${name} = '${value}'`)
  }
  await runAs(superuserUrl, 'select pg_reload_conf()')
}

async function printSizes(databaseUrl: string): Promise<void> {
  const rows = await queryAs<{ name: string; table: string; indexes: string; row: number }>(
    databaseUrl,
    `select relname as name, pg_size_pretty(pg_table_size(oid)) as table,
      pg_size_pretty(pg_indexes_size(oid)) as indexes,
      round(pg_total_relation_size(oid) / greatest(reltuples, 1)) as row
    from pg_class where relname in ('users', 'files', 'monitoring_credentials') order by relname`,
  )
  for (const { name, table, indexes, row } of rows) {
    console.log(`${name.padEnd(24)}${table} and ${indexes} of indexes, ${row} bytes a row`)
  }
}

interface Measured {
  /** Milliseconds of each run, shortest first. */
  times: number[]
  /** Of Postgres, a run: it says the same on a busy machine. */
  cpu: number
  /** How the last run ended. */
  page: { scannedRows: number | null } | null
}

/** The first run warms the caches and is left out. */
async function measure(
  run: () => Promise<Measured['page']>,
  postmaster: number,
): Promise<Measured> {
  let page = await run()
  const times: number[] = []
  const before = cpuMs(postmaster)
  for (let done = 0; done < runs; done += 1) {
    const began = performance.now()
    page = await run()
    times.push(performance.now() - began)
  }
  const cpu = (cpuMs(postmaster) - before) / runs
  return { times: times.toSorted((left, right) => left - right), cpu, page }
}

function describe({ times, cpu, page }: Measured): string {
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  const figures = Object.entries({ p50: at(0.5), p95: at(0.95), CPU: cpu })
    .map(([what, ms]) => `${what} ${ms.toFixed(1).padStart(7)} ms`)
    .join('   ')
  if (!page) return `${figures}   out of time`
  return page.scannedRows === null ? figures : `${figures}   among ${page.scannedRows}`
}

await main()
