import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { overview as overviewSchema } from '@shared/overview'
import { closingTimeAfter as closingTime } from '@shared/business-days'
import { promisedDays } from '@shared/meeting-time'
import { medianOf, overviewDays, programZone } from '@shared/program-time'
import { quietOverview } from '@tests/support/samples/quiet-overview'
import {
  actByLink,
  buildEntrepreneur,
  buildMatch,
  buildPartner,
} from '@tests/support/portal/introductions'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logInAdmin, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { closingTimeAfter } from '../../db/program-days'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { files } from '../../db/schema/files'
import { mails } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import { emailChanges } from '../../db/schema/logins'

const app = await startSharedApp()
const admin = await logInAdmin(app)

afterEach(() => app.db.delete(users).where(sql`is_admin = 0`))

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

async function getOverview() {
  const { body } = await admin.get('/api/admin/overview').expect(200)
  return overviewSchema.parse(body)
}

/** Midnight of a day in the program's zone, so many days before today. */
async function midnight(daysAgo: number): Promise<Date> {
  const { rows } = await app.pool.query<{ at: Date }>(
    `select ((now() at time zone $1)::date - $2::int)::timestamp at time zone $1 as at`,
    [programZone, daysAgo],
  )
  if (!rows[0]) throw new Error('One row')
  return rows[0].at
}

describe('the overview', () => {
  it('of a new portal says that nothing waits', async () => {
    const overview = await getOverview()
    const { days } = overview
    expect(overview).toEqual(quietOverview({ hasVirusCheck: false, days }))
    expect(days).toHaveLength(overviewDays)
    expect(days.every(({ received, decided }) => received === 0 && decided === 0)).toBe(true)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: programZone }).format()
    expect(days.at(-1)?.day).toBe(today)
  })

  it('counts who is pending, who has waited too long, and names who has waited longest', async () => {
    await buildUser(app, { createdAt: hoursAgo(1) })
    const oldest = await buildUser(app, { firstName: 'Ada', createdAt: hoursAgo(80) })
    await buildUser(app, { createdAt: hoursAgo(49) })
    // Ten of these hours we waited for an answer.
    await buildUser(app, { createdAt: hoursAgo(50), waitedOnThem: 10 * 3600 })
    const approved = { status: 'approved', createdAt: hoursAgo(500) } as const
    await buildUser(app, { ...approved, statusAt: hoursAgo(2000) })
    expect((await getOverview()).pending).toEqual({
      count: 4,
      overdue: 2,
      oldest: {
        id: oldest.id,
        firstName: 'Ada',
        lastName: oldest.lastName,
        since: oldest.createdAt.toISOString(),
      },
      asked: 0,
      snoozed: { count: 0, overdue: 0 },
    })
  })

  it('puts people and decisions into days of the program’s zone', async () => {
    const start = await midnight(3)
    const justBefore = new Date(start.getTime() - 1)
    await buildUser(app, { createdAt: start })
    await buildUser(app, { createdAt: justBefore })
    await buildUser(app, { createdAt: justBefore, status: 'rejected', statusAt: start })
    await buildUser(app, { createdAt: await midnight(overviewDays) })
    const { days } = await getOverview()
    expect(days.slice(-5)).toMatchObject([
      { received: 2, decided: 0 },
      { received: 1, decided: 1 },
      { received: 0, decided: 0 },
      { received: 0, decided: 0 },
      { received: 0, decided: 0 },
    ])
    expect(days.reduce((sum, { received }) => sum + received, 0)).toBe(3)
  })

  it('knows the median time to a decision of the last thirty days', async () => {
    for (const hours of [10, 20, 60]) {
      const user = { createdAt: hoursAgo(100), statusAt: hoursAgo(100 - hours) }
      await buildUser(app, { ...user, status: 'approved' })
    }
    await buildUser(app, {
      createdAt: hoursAgo(2000),
      statusAt: hoursAgo(1000),
      status: 'approved',
    })
    expect((await getOverview()).median).toEqual({
      hours: expect.closeTo(20, 3),
      decisions: 3,
    })
  })

  it('counts decisions that were not undone, each, and the first of each person for the median', async () => {
    const decide = async (id: number, status: string) => {
      const answer = await admin.patch(`/api/admin/users/${id}/status`).send({ status }).expect(200)
      return Number(answer.body.decisionId)
    }
    const old = { createdAt: hoursAgo(400), status: 'approved' } as const
    await buildUser(app, { ...old, statusAt: hoursAgo(390) })
    // For 15 of 45 hours we waited for an answer.
    const again = await buildUser(app, { createdAt: hoursAgo(45), waitedOnThem: 15 * 3600 })
    await decide(again.id, 'rejected')
    await decide(again.id, 'approved')
    const other = await buildUser(app, { createdAt: hoursAgo(50) })
    await decide(other.id, 'rejected')
    const undone = await decide((await buildUser(app, { createdAt: hoursAgo(90) })).id, 'approved')
    await admin.post(`/api/admin/decisions/${undone}/undo`).expect(200)
    const back = await buildUser(app, { createdAt: hoursAgo(20) })
    await decide(back.id, 'pending')
    const { days, median, pending } = await getOverview()
    expect(pending.count).toBe(2)
    expect(days.at(-1)?.decided).toBe(3)
    expect(days.reduce((sum, { decided }) => sum + decided, 0)).toBe(4)
    // Two first decisions that were not undone, and one from before decisions were recorded.
    expect(median).toEqual({ hours: expect.closeTo(30, 1), decisions: 3 })
  })

  it('looks at the newest decisions alone, including those from before decisions were recorded', async () => {
    await app.asOwner('delete from decisions')
    // One each minute: the newest 600 waited for 20 hours, the 600 before them for 10.
    await app.pool.query(`
      with decided as (
        insert into users (email, password_hash, first_name, last_name, phone_number, status,
          created_at, status_at)
        select 'p' || n || '@partner.example', 'x', 'Ada', 'Park', '3035550100', 'approved',
          at - case when n <= 600 then interval '20 hours' else interval '10 hours' end, at
        from (select n, now() - n * interval '1 minute' as at from generate_series(1, 1200) n) o
        returning id, status_at)
      insert into decisions (kind, subject_id, user_id, from_status, to_status, at)
      select 'user', id, id, 'pending', 'approved', status_at from decided
      order by status_at desc limit 600`)
    const { median } = await getOverview()
    expect(median).toEqual({ hours: expect.closeTo(20, 3), decisions: medianOf.decisions })
  })

  it('counts who waits for another email, and leads to them', async () => {
    const [waiting, confirmedByLink] = [await buildUser(app), await buildUser(app)]
    await buildUser(app)
    const newEmail = 'rosa.new@partner.example'
    const expiresAt = new Date(Date.now() + 3_600_000)
    await app.db.insert(emailChanges).values([
      { userId: waiting.id, newEmail, way: 'administrator' },
      { userId: confirmedByLink.id, newEmail: 'x@partner.example', way: 'link', expiresAt },
    ])
    expect((await getOverview()).emailChanges).toBe(1)
    const list = admin.get('/api/admin/users')
    const { body, headers } = await list.query({ emailChange: 'waiting' }).expect(200)
    expect(body).toMatchObject([{ id: waiting.id, newEmail }])
    expect(headers['x-total-count']).toBe('1')
    await admin.get('/api/admin/users').query({ emailChange: 'made' }).expect(400)
  })

  it('counts entrepreneurs, matches, and introductions that wait', async () => {
    await buildPartner(app, { statusAt: hoursAgo(8 * 24) })
    await buildPartner(app)
    // Promised until the end of tomorrow's business hours.
    await buildPartner(app, { statusAt: hoursAgo(6 * 24 + 1) })
    // Someone who is leaving waits for nothing.
    await buildPartner(app, { statusAt: hoursAgo(8 * 24), closesAt: hoursAgo(-24) })
    await buildEntrepreneur(app, { status: 'vetting' })
    await buildEntrepreneur(app, { status: 'withdrawn' })
    const [mine, made] = [await buildMatch(app, admin), await buildMatch(app, admin)]
    await actByLink(visit(app), mine.token).choose([])
    await app.pool.query(
      `update matches set state = 'succeeded', partner_answer = 'accepted', entrepreneur_answer = 'accepted',
         starts_at = now() - interval '1 day', ends_at = now() - interval '23 hours' where id = $1`,
      [made.id],
    )
    expect((await getOverview()).introductions).toEqual({
      entrepreneurs: 3,
      succeeded: 1,
      needYou: 1,
      waiting: 3,
      overdue: 1,
    })
    const { body: desk } = await admin.get('/api/admin/match-desk').expect(200)
    expect(desk.suggestions).toHaveLength(3)
    await app.db.delete(entrepreneurs)
  })

  it.each(['2026-10-25T03:59Z', '2026-10-25T04:00Z', '2026-11-25T21:59Z', '2027-03-08T04:30Z'])(
    'a meeting that is promised at %s is promised for the same moment everywhere',
    async (at) => {
      const moment = sql`${at}::timestamptz`
      const { rows } = await app.db.execute<{ due: string }>(
        sql`select ${closingTimeAfter(moment, promisedDays)} as due`,
      )
      expect(rows.map(({ due }) => new Date(due))).toEqual([
        closingTime(new Date(at), promisedDays),
      ])
    },
  )

  it('counts unread messages, failed mails and documents in quarantine', async () => {
    const letter = { email: 'a@example.com', subject: 'Hello', message: 'When?' }
    await visit(app).post('/api/messages').send(letter).expect(201)
    await visit(app).post('/api/messages').send(letter).expect(201)
    const { body } = await admin.get('/api/admin/messages').expect(200)
    const read = admin.patch(`/api/admin/messages/${body[0].id}/status`)
    await read.send({ status: 'read' }).expect(200)
    for (const status of ['failed', 'failed', 'sent'] as const) {
      await app.db.insert(mails).values({
        messageId: crypto.randomUUID(),
        kind: 'composed',
        recipient: 'a@example.com',
        subject: 'Hello',
        status,
      })
    }
    await buildFile(app)
    await buildFile(app, { quarantine: 'waiting' })
    await buildFile(app, { quarantine: 'waiting' })
    await buildFile(app, { quarantine: 'infected' })
    expect(await getOverview()).toMatchObject({
      unread: { messages: 1, referrals: 0 },
      failedMails: 2,
      quarantined: { waiting: 2, infected: 1 },
    })
  })

  it('leads to the documents that it counts', async () => {
    const idsOf = async (quarantine: string) => {
      const { body } = await admin.get('/api/admin/files').query({ quarantine }).expect(200)
      return body.map(({ quarantine: state }: { quarantine?: string }) => state)
    }
    expect(await idsOf('any')).toEqual(['infected', 'waiting', 'waiting'])
    expect(await idsOf('waiting')).toEqual(['waiting', 'waiting'])
    expect(await idsOf('infected')).toEqual(['infected'])
    await admin.get('/api/admin/files').query({ quarantine: 'none' }).expect(400)
    await app.db.delete(files)
  })
})
