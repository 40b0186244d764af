import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { bulkRun, type BulkRun } from '@shared/bulk-runs'
import { z } from '@shared/zod'
import {
  startPortalProcess,
  testAdmin,
  type PortalProcess,
} from '@tests/support/portal/portal-process'
import { callPortal } from '@tests/support/portal/portal-caller'
import { cloneDatabase, startTestPostgres } from '@tests/support/portal/postgres'
import type { Fault } from './fault'
import { found } from './recovery'

const deadlineMs = 5 * 60_000
const kills = 3

/**
 * Approves many people in one run, kills the process in the middle of it again and again, and counts:
 * each must be approved, with one decision, one event and one mail, and no one twice.
 */
export const bulkRunKilled: Fault = {
  name: 'bulk-run-killed',
  what: 'a run over many people, its process killed three times in the middle of it',
  async run(report, times = 5_000) {
    const postgres = await startTestPostgres()
    const database = await cloneDatabase(postgres)
    const client = new Client({ connectionString: database.url })
    await client.connect()
    // Nothing listens there: mails are queued, and wait.
    const settings = { DATABASE_URL: database.url, SMTP_URL: 'smtp://127.0.0.1:9' }
    let portal: PortalProcess | undefined
    try {
      await client.query(
        `insert into users (email, password_hash, first_name, last_name, phone_number)
          select 'bulk-' || n || '@partner.example', '$2b$', 'Bulk', 'Person ' || n, '3035550100'
          from generate_series(1, $1::int) n`,
        [times],
      )
      portal = await startPortalProcess(settings)
      await startRun(portal.origin, times)
      for (let kill = 1; kill <= kills; kill += 1) {
        await progress(client, Math.floor((times * kill) / (kills + 1)))
        await portal.kill()
        const { done } = await count(client)
        report(`killed with ${done} of ${times} done`)
        portal = await startPortalProcess(settings, portal)
      }
      await progress(client, times)
      const ended = await readRun(portal.origin)
      const once = await countOnce(client)
      report(`${ended.done} done, ${ended.failed} failed, ${ended.skipped} skipped, ${ended.state}`)
      report(`people with one decision, one event and one mail: ${once}`)
      return ended.state === 'done' && ended.done === times && once === times
    } finally {
      await portal?.stop()
      await client.end()
      await database.drop()
      await postgres.stop()
    }
  },
}

async function logIn(origin: string) {
  const caller = callPortal(origin)
  return { caller, cookie: await found(caller.logIn(testAdmin)) }
}

async function startRun(origin: string, expected: number): Promise<void> {
  const { caller, cookie } = await logIn(origin)
  const selection = { filter: { status: 'pending' }, expected }
  const json = { of: 'users', action: 'approve', selection }
  const answer = await caller.send('POST', '/api/admin/bulk-runs', { cookie, json })
  if (answer?.status !== 201) throw new Error(`The run was answered ${answer?.status}.`)
}

/** Waits until so many are done, and at the end until the run says so. */
async function progress(client: Client, wanted: number): Promise<void> {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    const { done, state, total } = await count(client)
    if (wanted < total ? done >= wanted : state === 'done') return
    if (Date.now() > deadline) throw new Error(`Only ${done} were done.`)
    await delay(20)
  }
}

async function count(client: Client) {
  const { rows } = await client.query<{ done: number; total: number; state: string }>(
    `select count(*) filter (where outcome = 'done')::int as done, count(*)::int as total,
      (select state from bulk_runs) as state from bulk_run_items`,
  )
  return rows[0] ?? { done: 0, total: 0, state: '' }
}

async function readRun(origin: string): Promise<BulkRun> {
  const { caller, cookie } = await logIn(origin)
  const answer = await caller.send('GET', '/api/admin/bulk-runs?of=users', { cookie })
  const [newest] = z.array(bulkRun).parse(answer?.json)
  if (!newest) throw new Error('There is no run.')
  return newest
}

/** The people it was done to exactly once, in every place that records it. */
async function countOnce(client: Client): Promise<number> {
  const { rows } = await client.query<{ people: number }>(
    `select count(*)::int as people from users where status = 'approved' and is_admin = 0
      and (select count(*) from decisions where kind = 'user' and subject_id = users.id) = 1
      and (select count(*) from audit_events
        where object = 'user:' || users.id and action = 'user.status-changed') = 1
      and (select count(*) from mails where user_id = users.id and kind = 'approved') = 1`,
  )
  return rows[0]?.people ?? 0
}
