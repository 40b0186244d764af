import { pino } from 'pino'
import type { Pool, PoolClient } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '@tests/support/portal/database'
import { linkDatabase, type DatabaseLink } from '@tests/support/portal/database-link'
import { runAs } from '@tests/support/portal/postgres'
import { shareConnections } from './client'
import { connectJobs } from './connect-jobs'
import { DatabaseUnreachableError, waitForDatabase } from './wait-for-database'

const database = await createTestDatabase()
afterAll(() => database.drop())
const name = new URL(database.url).pathname.slice(1)
const silent = pino({ level: 'silent' })
let link: DatabaseLink

beforeEach(async () => {
  link = await linkDatabase(database.url)
})
afterEach(() => link.close())

describe('waiting for a database', () => {
  let lines: string[]
  const logger = pino({}, { write: (line) => void lines.push(line) })
  const wait = (url: string, seconds = 30) => waitForDatabase(url, logger, { seconds })
  const isSaid = () => vi.waitUntil(() => lines.length > 0, 10_000)
  beforeEach(() => {
    lines = []
  })

  it('ends right away when it is ready', async () => {
    await wait(link.url)
    expect(lines).toEqual([])
  })

  it('goes on while it is away, and is said once', async () => {
    link.refuse()
    const ready = wait(link.url)
    await isSaid()
    link.accept()
    await ready
    expect(lines).toEqual([expect.stringContaining('waiting for the database')])
  })

  it('goes on while it takes no changes', async () => {
    await runAs(database.url, `alter database "${name}" set default_transaction_read_only = on`)
    const ready = wait(link.url)
    await isSaid()
    await runAs(
      database.url,
      `set transaction read write; alter database "${name}" reset default_transaction_read_only`,
    )
    await ready
    expect(lines).toEqual([expect.stringContaining('it is read-only')])
  })

  it('is given up in the end, with words for the operator', async () => {
    link.refuse()
    const { hostname, port, pathname } = new URL(link.url)
    const waiting = wait(link.url, 0.3)
    await expect(waiting).rejects.toThrow(DatabaseUnreachableError)
    await expect(waiting).rejects.toThrow(
      `The database at ${hostname}:${port}${pathname} cannot be used: `,
    )
  })

  it.each([
    ['a database', (url: URL) => (url.pathname = '/nowhere')],
    ['a user', (url: URL) => (url.username = 'nobody_like_that')],
  ])('is not for %s that is not there', async (_what, change) => {
    const url = new URL(link.url)
    change(url)
    await expect(wait(url.href)).rejects.toThrow(/cannot be used: .*(nowhere|nobody_like_that)/)
    expect(lines).toEqual([])
  })
})

describe('the pool of jobs', () => {
  let pool: Pool
  beforeEach(() => {
    pool = connectJobs(link.url, silent, { connections: 3, keyIds: [] })
  })
  afterEach(async () => {
    if (!pool.ended) await pool.end()
  })

  /** As the job runner connects for listening. */
  const connectToListen = () =>
    new Promise<PoolClient>((resolve, reject) => {
      pool.connect((error, client) => {
        if (client) resolve(client)
        else reject(error ?? new Error('No connection and no error.'))
      })
    })

  it('listens as soon as the database is back, without a failure before', async () => {
    link.refuse()
    const listening = connectToListen()
    const outcomes: string[] = []
    void listening.then(
      () => outcomes.push('connected'),
      () => outcomes.push('failed'),
    )
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(pool.connect()).rejects.toThrow()
      await expect(pool.query('select 1')).rejects.toThrow()
    }
    expect(outcomes).toEqual([])
    link.accept()
    const client = await listening
    await client.query('listen anything')
    client.release()
  })

  it('keeps no one waiting once it is closed', async () => {
    link.refuse()
    const listening = connectToListen()
    await pool.end()
    await expect(listening).rejects.toThrow()
  })
})

it.each([
  [12, { main: 3, jobs: 5, limits: 2, searches: 2 }],
  [24, { main: 13, jobs: 5, limits: 2, searches: 4 }],
  [100, { main: 76, jobs: 5, limits: 2, searches: 17 }],
])('%i connections are shared by the pools of a process', (inAll, shares) => {
  expect(shareConnections(inAll)).toEqual(shares)
  expect(Object.values(shares).reduce((sum, share) => sum + share)).toBe(inAll)
})
