import { pino } from 'pino'
import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '@tests/support/portal/database'
import { linkDatabase, type DatabaseLink } from '@tests/support/portal/database-link'
import type { TestDatabase } from '@tests/support/portal/postgres'
import { connectJobs } from './connect-jobs'

let database: TestDatabase
let link: DatabaseLink
let pool: Pool

beforeEach(async () => {
  database = await createTestDatabase()
  link = await linkDatabase(database.url)
  pool = connectJobs(link.url, pino({ level: 'silent' }), 3)
})
afterEach(async () => {
  if (!pool.ended) await pool.end()
  await link.close()
  await database.drop()
})

/** As the job runner connects for listening. */
const connectToListen = () =>
  new Promise<PoolClient>((resolve, reject) => {
    pool.connect((error, client) => {
      if (client) resolve(client)
      else reject(error ?? new Error('No connection and no error.'))
    })
  })

it('listening begins as soon as the database is back, without a failure before', async () => {
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
  const before = Date.now()
  const client = await listening
  expect(Date.now() - before).toBeLessThan(2_000)
  await client.query('listen anything')
  client.release()
})

it('a pool that is closed keeps no one waiting', async () => {
  link.refuse()
  const listening = connectToListen()
  await pool.end()
  await expect(listening).rejects.toThrow()
})
