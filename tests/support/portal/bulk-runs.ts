import { pino } from 'pino'
import { beforeEach, expect } from 'vitest'
import type { BulkRunDetails } from '@shared/bulk-runs'
import { workOnBulkRun } from '@server/features/bulk-runs/work-on-bulk-run'
import type { TestApp } from './app'
import { logIn, type Agent } from './agents'
import { buildAdmin, buildUser, type BuiltUser } from './factories'
import { startSharedApp } from './shared-app'
import { ctxOf } from './ctx'

const logger = pino({ level: 'silent' })

/**
 * A portal with mail, its administrator, and what acts on many rows. Before each test of the
 * file the administrator is alone in it.
 */
export async function startBulkRuns() {
  // Mails are queued only where they could be sent; nothing sends them here.
  const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
  const boss = await buildAdmin(app)
  const admin = await logIn(app, boss)

  beforeEach(async () => {
    for (const table of [
      'bulk_runs',
      'mails',
      'files',
      'monitoring_credentials',
      'users where is_admin = 0',
    ])
      await app.pool.query(`delete from ${table}`)
  })

  return { app, boss, admin, ...setUpBulkRuns(app, admin) }
}

/** What acts on many rows, for an app and its administrator. */
export function setUpBulkRuns(app: TestApp, admin: Agent) {
  /** In the order of their ids. */
  async function buildPeople(count: number, overrides: Parameters<typeof buildUser>[1] = {}) {
    const people: BuiltUser[] = []
    while (people.length < count) people.push(await buildUser(app, overrides))
    return people
  }

  async function start(body: object): Promise<BulkRunDetails> {
    const answer = await admin.post('/api/admin/bulk-runs').send({ of: 'users', ...body })
    expect([answer.status, answer.body.message]).toEqual([201, undefined])
    return answer.body
  }

  /** What the job does. */
  const work = (runId: number, signal?: AbortSignal) =>
    workOnBulkRun({ ...ctxOf(app), logger, signal }, runId)

  async function read(id: number): Promise<BulkRunDetails> {
    return (await admin.get(`/api/admin/bulk-runs/${id}`).expect(200)).body
  }

  async function statusesOf(people: BuiltUser[]) {
    const { rows } = await app.pool.query<{ status: string; reason: string | null }>(
      'select status, status_reason as reason from users where id = any($1) order by id',
      [people.map(({ id }) => id)],
    )
    return rows.map(({ status, reason }) => (reason ? `${status}: ${reason}` : status))
  }

  return { buildPeople, start, work, read, statusesOf }
}

/** Objects as they are chosen in a list. */
export const rowsOf = (objects: { id: number; status: string }[]) => ({
  rows: objects.map(({ id, status }) => ({ id, basedOn: status })),
})
