import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, expect, it, vi } from 'vitest'
import { fileListQuery } from '@shared/files'
import { userListQuery } from '@shared/users'
import { startSharedApp } from '@tests/support/portal/shared-app'
import type { Database } from '../client'
import { listReviewedFiles } from '../../features/files/queries'
import { listUsers } from '../../features/users/queries'

const app = await startSharedApp()
// So many statements have names in a process, and the files that share this one's have many.
vi.resetModules()
const { connectDatabase } = await import('../client')
const { connectSearches } = await import('./searches')
const logger = pino({ level: 'silent' })
// One connection each: what it has planned can be asked of it.
const main = connectDatabase(app.databaseUrl, logger, { connections: 1 })
const searches = connectSearches(app.databaseUrl, logger, 1)
const dbs = { db: main.db, searches: searches.db }
afterAll(() => Promise.all([main.pool.end(), searches.pool.end()]))

/** How often the statements of a connection were planned anew for their parameters, and how often not. */
async function plansOf(db: Database, statement: string) {
  const { rows } = await db.execute<{ anew: number; kept: number }>(sql`
    select custom_plans::int as anew, generic_plans::int as kept from pg_prepared_statements
    where statement like ${statement}`)
  return rows
}

const often = Array.from({ length: 20 })

it('a page is planned a few times at most, whichever page it is', async () => {
  for (const _ of often) {
    await listUsers(dbs, userListQuery.parse({ status: 'pending' }))
    await listUsers(dbs, userListQuery.parse({ cursor: '4000', limit: '20' }))
    await listReviewedFiles(dbs, fileListQuery.parse({ status: 'approved', limit: '100' }))
  }
  const pages = await plansOf(main.db, '%."id" desc limit%')
  expect(pages).toHaveLength(3)
  // Postgres tries five times whether knowing the parameters helps.
  for (const { anew, kept } of pages) {
    expect(anew).toBeLessThanOrEqual(5)
    expect(kept).toBeGreaterThanOrEqual(15)
  }
})

it('a search is planned once, whatever is searched for', async () => {
  for (const [index] of often.entries()) {
    await listUsers(dbs, userListQuery.parse({ search: `nobody${index}` }))
  }
  expect(await plansOf(searches.db, 'with "first"%')).toEqual([{ anew: 0, kept: 20 }])
})

it('pages of many sizes share a few statements', async () => {
  for (let limit = 1; limit <= 100; limit += 1) {
    await listUsers(dbs, userListQuery.parse({ status: 'rejected', limit: String(limit) }))
  }
  expect(await plansOf(main.db, `%'rejected'%desc limit%`)).toHaveLength(3)
})
