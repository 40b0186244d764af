import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '@tests/support/portal/database'
import type { TestDatabase } from '@tests/support/portal/postgres'
import { connectDatabase } from './client'
import { connectLimitStore } from './limit-store'

const logger = pino({ level: 'silent' })
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('counts without waiting for the disk, where everything else does', async () => {
  const { pool } = connectDatabase(database.url, logger)
  const name = new URL(database.url).pathname.slice(1)
  await pool.query(`alter database "${name}" set synchronous_commit = on`)
  await pool.end()

  const later = connectDatabase(database.url, logger)
  const store = connectLimitStore(database.url, logger)
  const show = { text: 'show synchronous_commit' }
  expect((await later.pool.query(show)).rows).toEqual([{ synchronous_commit: 'on' }])
  expect((await store.query(show)).rows).toEqual([{ synchronous_commit: 'off' }])
  await Promise.all([later.pool.end(), store.close()])
})
