import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { and, desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '@tests/support/portal/eventually'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { sessionCookie } from '@tests/support/portal/agents'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import { searchMs } from '../../db/lists/searches'
import { auditEvents } from '../../db/schema/audit-events'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { endSessions } from '../../db/user-sessions'

/** More than any socket buffers: a reader who takes none of it is waited for. */
const count = 5_000
const letters = 5_000

const app = await startSharedApp()
const admin = await buildAdmin(app)
const person = await buildUser(app)
await app.asOwner(
  `insert into monitoring_credentials (upload_key, service_name, service_url, username, sealed_password)
   select 'key' || n, 'Score Watch', repeat('x', ${letters}), 'sam', 'x' from generate_series(1, ${count}) n`,
)
let cookie: string
beforeEach(async () => {
  cookie = await sessionCookie(app, admin)
})

/** Its answer, before the client has read any of it. */
async function ask(list = 'credentials', status = 200): Promise<IncomingMessage> {
  const sent = request(`${app.url}/api/admin/exports/${list}`, { headers: { Cookie: cookie } })
  sent.end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (answer?.statusCode !== status) answer?.resume()
  expect(answer?.statusCode).toBe(status)
  return answer ?? expect.fail('There was no answer.')
}

/** The one before may hold its turn for a moment after its last byte. */
const askNext = (list?: string) => eventually(() => ask(list))

async function lastExport() {
  const [event] = await app.db
    .select({ details: auditEvents.details })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, 'list.exported'), eq(auditEvents.object, 'list:credentials')))
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return event?.details
}

const untilBrokenOff = () =>
  eventually(async () => {
    const details = await lastExport()
    expect(details?.['isComplete']).toBe(false)
    expect(details?.['count']).toBeLessThan(count)
  })

const untilDone = () =>
  eventually(async () => expect(await lastExport()).toMatchObject({ count, isComplete: true }))

describe('an export that takes its time', () => {
  it('is the only one of that person, and another is refused until it is done', async () => {
    const answer = await askNext()
    const second = await ask('users', 429)
    expect(second.headers['retry-after']).toBe('10')
    expect(await text(second)).toContain('Another export is still running.')
    await text(answer)
    await untilDone()
    await text(await askNext('users'))
  })

  it('shows the list as it was when it began', async () => {
    const answer = await askNext()
    const [first, second] = await app.db
      .select({ id: monitoringCredentials.id })
      .from(monitoringCredentials)
      .orderBy(monitoringCredentials.id)
      .limit(2)
    await app.pool.query(
      'update monitoring_credentials set status = $1, upload_key = $1 where id = $2',
      ['approved', first?.id],
    )
    await app.pool.query(
      `with gone as (delete from monitoring_credentials where id = $1 returning *)
       insert into monitoring_credentials (upload_key, service_name, service_url, username, sealed_password)
       select 'late', 'Late', service_url, username, sealed_password from gone`,
      [second?.id],
    )
    const rows = (await text(answer)).split('\r\n').slice(1, -1)
    expect(rows).toHaveLength(count)
    expect(rows.at(-1)).toMatch(new RegExp(`^${first?.id},.*,pending,`))
    expect(rows.at(-2)).toMatch(new RegExp(`^${second?.id},Score Watch,`))
  })

  it('goes on after a moment in which Postgres is slow', async () => {
    const client = await app.pool.connect()
    await client.query('begin')
    // What every part of a list of people reads as well.
    await client.query('lock table credit_scores in access exclusive mode')
    const answered = askNext('users')
    await eventually(async () => {
      const { rows } = await app.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and now() - query_start > $1 * interval '1 millisecond'`,
        [searchMs],
      )
      expect(rows).toHaveLength(1)
    })
    await client.query('rollback')
    client.release()
    expect(await text(await answered)).toContain(person.email)
  })

  it('ends when its reader leaves, and the next one can begin', async () => {
    const left = await askNext()
    left.destroy()
    await untilBrokenOff()
    await text(await askNext())
    await untilDone()
  })

  it('breaks off with the session, so that a part is not taken for the whole', async () => {
    const answer = await askNext()
    await endSessions(app.db, admin.id)
    await expect(text(answer)).rejects.toThrow('aborted')
    await untilBrokenOff()
  })
})
