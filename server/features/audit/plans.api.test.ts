import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOf, auditListQuery } from '@shared/audit'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { explain } from '@tests/support/portal/explain'
import { addManyRows } from '@tests/support/portal/many-rows'
import { listTrail } from './list-trail'

const size = 200_000
let app: TestApp

/** The administrator (1) opens documents, partners log in, and long ago one template was changed. */
beforeAll(async () => {
  app = await startTestApp()
  await addManyRows(app.databaseUrl, { users: 2_000, filesPerUser: 1, credentials: 1 })
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query(`
    insert into audit_events (at, action, object, actor_id)
    select now() - (${size} - n) * interval '1 minute',
      case when n = 7 then 'template.changed' when n % 2 = 0 then 'file.opened' else 'account.logged-in' end,
      case when n = 7 then 'template:welcome' when n % 2 = 0 then 'file:' || n % 2000 + 1 else 'user:' || n % 2000 + 1 end,
      case when n = 7 or n % 2 = 0 then 1 else n % 2000 + 1 end
    from generate_series(1, ${size}) n`)
  await client.query('vacuum analyze audit_events')
  await client.end()
}, 120_000)
afterAll(() => app.close())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const someDay = { from: daysAgo(100), to: daysAgo(99) }

describe('the trail', () => {
  it.each([
    ['whole', {}],
    ['of one thing', { object: 'file:12' }],
    ['of one person', { person: '12' }],
    ['of a search', { search: 'surname12' }],
    ['of a busy person', { actor: '1' }],
    ['of a busy person and a kind that is rare', { actor: '1', kind: 'email' }],
    ['of a kind that is rare and old', { kind: 'email' }],
    ['of a kind that there is none of', { kind: 'messages' }],
    ['of no one', { actor: 'none' }],
    ['of one day', someDay],
    ['of one day and a busy person', { ...someDay, actor: '1' }],
    ['of one day and a kind', { ...someDay, kind: 'documents' }],
    ['of the time before the first', { to: daysAgo(2_000) }],
  ] as const)('%s looks at a few pages of it', async (_what, query) => {
    const parsed = auditListQuery.parse(query)
    const statements = await explain(app, (dbs) => listTrail(dbs, parsed))
    expect(statements.length).toBeGreaterThan(0)
    for (const { nodes } of statements) expect(nodes).not.toContain('Seq Scan audit_events')
    // A total looks at more, to a limit.
    const pages = statements.filter(({ isCount }) => !isCount)
    const most = actionsOf().length * (parsed.limit + 1)
    for (const { looked } of pages) expect(looked).toBeLessThanOrEqual(Math.max(most, 3_000))
  })
})
