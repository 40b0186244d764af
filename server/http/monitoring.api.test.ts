import request from 'supertest'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sessionCookie } from '@tests/support/portal/agents'
import { eventually } from '@tests/support/portal/eventually'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { measured, readMetrics, startSharedApp } from '@tests/support/portal/shared-app'
import { createApp } from '../app'
import { buildInfo } from '../build-info'
import { mails } from '../db/schema/mail'
import { portalItself, recordEvent } from '../features/audit/record-event'

const app = await startSharedApp({ env: measured })

/** The lines of one metric. */
const linesOf = (text: string, name: string) =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))

describe('health checks', () => {
  it('are answered any number of times, with one look in a second', async () => {
    const check = vi.spyOn(app.storage, 'check')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
      check.mockRestore()
    })
    const own = request.agent(createApp(app))
    const askTogether = () =>
      Promise.all(
        Array.from({ length: 10 }, () => own.get('/readyz').expect(200, { status: 'ok' })),
      )
    await askTogether()
    await askTogether()
    expect(check).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1_000)
    await askTogether()
    expect(check).toHaveBeenCalledTimes(2)
  })
})

describe('the metrics', () => {
  // What they read is remembered for 5 seconds, so this test comes before the others.
  it('tell what the portal works with', async () => {
    await app.db.insert(mails).values({
      messageId: '<overdue@portal.example>',
      kind: 'composed',
      recipient: 'rosa@partner.example',
      subject: 'Your review',
      sealedContent: 'x',
      nextAttemptAt: new Date(Date.now() - 3_600_000),
    })
    await recordEvent({ db: app.db, by: portalItself }, 'backup.made')
    const text = await readMetrics(app)
    expect(linesOf(text, 'portal_backup_age_seconds')).toHaveLength(1)
    expect(linesOf(text, 'portal_mails_waiting')).toEqual([
      'portal_mails_waiting{of="all processes"} 1',
    ])
    const [oldest = ''] = linesOf(text, 'portal_mails_oldest_seconds')
    expect(Number(oldest.split(' ').at(-1))).toBeGreaterThan(3_599)
    expect(linesOf(text, 'portal_database_up')).toEqual(['portal_database_up 1'])
    expect(linesOf(text, 'portal_storage_free_bytes')).toHaveLength(2)
    expect(linesOf(text, 'portal_pool_max')).toEqual([
      'portal_pool_max{pool="main"} 13',
      'portal_pool_max{pool="searches"} 4',
      'portal_pool_max{pool="limits"} 2',
    ])
    const { version, commit } = buildInfo
    expect(linesOf(text, 'portal_build_info')).toEqual([
      `portal_build_info{version="${version}",commit="${commit}"} 1`,
    ])
    expect(linesOf(text, 'portal_passwords_waiting')).toEqual(['portal_passwords_waiting 0'])
  })

  it('tell requests by route and mount, whether the handler answered or failed, never by address', async () => {
    const [admin, owner] = [await buildAdmin(app), await buildUser(app)]
    const file = await buildFile(app, { owner })
    const cookies = [await sessionCookie(app, admin), await sessionCookie(app, owner)]
    const [asAdmin, asOwner] = cookies.map((cookie) => request.agent(app.url).set('Cookie', cookie))
    await asOwner?.get(`/uploads/${file.uploadKey}/${file.fileName}`).expect(200)
    await asAdmin?.delete('/api/admin/users/987654321').expect(404)
    await asAdmin?.delete(`/api/admin/users/${owner.id}`).expect(200)
    await request(app.url).delete('/api/admin/users/1').expect(401)
    await request(app.url).get('/api/no-such-call/987654321').expect(404)
    const route = 'portal_http_requests_total'
    await eventually(async () => {
      expect(linesOf(await readMetrics(app), route)).toEqual(
        expect.arrayContaining([
          `${route}{method="DELETE",route="/api/admin/users/:id",status="200"} 1`,
          `${route}{method="DELETE",route="/api/admin/users/:id",status="404"} 1`,
          `${route}{method="GET",route="/uploads/:uploadKey/:fileName",status="200"} 1`,
          `${route}{method="DELETE",route="/api/*",status="401"} 1`,
          `${route}{method="GET",route="/api/*",status="404"} 1`,
        ]),
      )
    })
    const text = await readMetrics(app)
    expect(text).not.toContain('987654321')
    expect(text).not.toContain(file.uploadKey)
    expect(text).toContain(
      'portal_http_request_duration_seconds_count{method="DELETE",route="/api/admin/users/:id"} 2',
    )
  })

  it('are told to no one without the token, and there are none where no token is set', async () => {
    await request(app.url).get('/metrics').expect(401)
    await request(app.url).get('/metrics').set('Authorization', 'Bearer guess').expect(401)
    await request(createApp({ ...app, metrics: null }))
      .get('/metrics')
      .expect(404)
  })
})
