import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exactTotalLimit } from '@shared/list-choices'
import { medianOf } from '@shared/program-time'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { explain, mostLooked } from '@tests/support/portal/explain'
import { addManyRows } from '@tests/support/portal/many-rows'
import { countByDay, countWaiting, findMedian, findOldestPending } from './queries'

const size = 60_000
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await addManyRows(app.databaseUrl, { users: size, filesPerUser: 1, credentials: 1 })
  // The newest is a minute old, the oldest 200 days; every third is decided about.
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query(`
    update users set created_at = now() - (${size} - id) * interval '288 seconds';
    update users set status = 'approved', status_at = created_at + interval '20 hours'
      where id % 3 = 0 and created_at < now() - interval '1 day'`)
  await client.query('vacuum analyze users')
  await client.end()
}, 120_000)
afterAll(() => app.close())

it('asks an index about each part of the overview, and counts no further than a limit', async () => {
  for (const [query, indexes, most] of [
    [
      countWaiting,
      [
        'users_status_created',
        'messages_status_newest',
        'mails_status_newest',
        'email_changes_of_administrator',
        'reward_holds_open',
        'payout_runs_drafts',
        'files_quarantined',
      ],
      exactTotalLimit + 1,
    ],
    [findOldestPending, ['users_status_created'], 1],
    [findMedian, ['decisions_about_people', 'users_decided'], medianOf.decisions],
    // 300 come in a day; of 200 days, 90 are looked at.
    [countByDay, ['users_created', 'users_decided', 'decisions_about_people'], 90 * 301],
  ] as const) {
    const statements = await explain(app, ({ db }) => query(db))
    const nodes = statements.flatMap((statement) => statement.nodes).join()
    expect(nodes).not.toContain('Seq Scan')
    for (const index of indexes) expect(nodes).toContain(index)
    expect(mostLooked(statements)).toBeLessThanOrEqual(most)
  }
})
