import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '@tests/support/portal/database'
import { linkDatabase, type DatabaseLink } from '@tests/support/portal/database-link'
import type { TestDatabase } from '@tests/support/portal/postgres'
import { DatabaseUnreachableError, waitForDatabase } from './wait-for-database'

let database: TestDatabase
let link: DatabaseLink
let lines: string[]
const logger = pino({}, { write: (line) => void lines.push(line) })

beforeEach(async () => {
  lines = []
  database = await createTestDatabase()
  link = await linkDatabase(database.url)
})
afterEach(async () => {
  await link.close()
  await database.drop()
})

it('a database that is ready is not waited for', async () => {
  await waitForDatabase(link.url, logger, { seconds: 30 })
  expect(lines).toEqual([])
})

it('a database that is away is waited for, and said to be once', async () => {
  link.refuse()
  const ready = waitForDatabase(link.url, logger, { seconds: 30 })
  setTimeout(() => link.accept(), 1_000)
  await ready
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('waiting for the database')
})

it('a database that stays away is given up, with words for the operator', async () => {
  link.refuse()
  const waiting = waitForDatabase(link.url, logger, { seconds: 1 })
  await expect(waiting).rejects.toThrow(DatabaseUnreachableError)
  const { hostname, port, pathname } = new URL(link.url)
  await expect(waiting).rejects.toThrow(
    `The database at ${hostname}:${port}${pathname} cannot be used: `,
  )
})

it.each([
  ['a database that is not there', (url: URL) => (url.pathname = '/nowhere')],
  ['a user who is not there', (url: URL) => (url.username = 'nobody_like_that')],
])('%s is not waited for', async (_what, change) => {
  const url = new URL(link.url)
  change(url)
  const waiting = waitForDatabase(url.href, logger, { seconds: 30 })
  await expect(waiting).rejects.toThrow(/cannot be used: .*(nowhere|nobody_like_that)/)
  expect(lines).toEqual([])
})

it('a database that takes no changes is waited for as well', async () => {
  const url = new URL(link.url)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const waiting = waitForDatabase(url.href, logger, { seconds: 1 })
  await expect(waiting).rejects.toThrow(/cannot be used: it takes no changes\./)
  expect(lines).toHaveLength(1)
})
