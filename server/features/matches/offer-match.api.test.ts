import { describe, expect, it } from 'vitest'
import { matchCalendar, matchDesk } from '@shared/match-desk'
import { listedMatch } from '@shared/matches'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { invalid, notFound } from '@tests/support/portal/answers'
import {
  actAsAdministrator,
  actAsPartner,
  actByLink,
  beginMeeting,
  buildEntrepreneur,
  buildMatch,
  buildPartner,
  nextHours,
  tokenOf,
} from '@tests/support/portal/introductions'
import { buildUser } from '@tests/support/portal/factories'
import { readUser } from '@tests/support/portal/stored-user'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventsOf } from '@tests/support/portal/audit-events'
import { createCtx } from '../../ctx'
import { portalItself } from '../audit/record-event'
import { endLostMatches } from './end-lost-matches'
import { isOnHold } from './take-step'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const matchesPath = '/api/admin/matches'

const offer = (partner: { id: number }, entrepreneur: { id: number }, more: object = {}) => {
  const body = { partnerId: partner.id, entrepreneurId: entrepreneur.id, times: nextHours() }
  return admin.post(matchesPath).send({ ...body, ...more })
}
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const conflict = (message: string) => ({ message, code: 'conflict' })

it('the list of introductions is searched by the name of either', async () => {
  const partner = await buildPartner(app, { lastName: 'Quillfeather' })
  const entrepreneur = await buildEntrepreneur(app, { lastName: 'Zabriskie' })
  const { id } = await buildMatch(app, admin, { partner, entrepreneur })
  await buildMatch(app, admin)
  const find = async (search: string) => {
    const { body } = await admin.get(matchesPath).query({ search }).expect(200)
    return idsOf(body)
  }
  for (const search of ['quillfeather', 'Pat Quill', 'zabriskie', 'za'])
    expect(await find(search)).toEqual([id])
  expect(await find('quillfeather zabriskie')).toEqual([])
  expect(await find('nobody')).toEqual([])
})

describe('an offer', () => {
  it('is refused for anyone who takes no part, or is taken', async () => {
    const [partner, free] = [await buildPartner(app), await buildEntrepreneur(app)]
    const notApproved = conflict('Only approved partners are introduced to someone.')
    for (const status of ['pending', 'rejected'] as const)
      await offer(await buildUser(app, { status }), free).expect(409, notApproved)
    const closing = await buildPartner(app, { closesAt: new Date(Date.now() + 86_400_000) })
    await offer(closing, free).expect(409, notApproved)
    for (const status of ['vetting', 'withdrawn'] as const) {
      const notReady = conflict('This entrepreneur isn’t ready for an introduction.')
      await offer(partner, await buildEntrepreneur(app, { status })).expect(409, notReady)
    }
    await offer(partner, { id: 2_000_000_000 }).expect(404, notFound)
    await offer({ id: 2_000_000_000 }, free).expect(404, notFound)
    const taken = await buildMatch(app, admin)
    await offer(taken.partner, free).expect(
      409,
      conflict('This partner is in another introduction.'),
    )
    const isTaken = conflict('This entrepreneur is in another introduction.')
    await offer(partner, taken.entrepreneur).expect(409, isTaken)
  })

  it('needs times that are ahead and free, and a link that can be followed', async () => {
    const [partner, free] = [await buildPartner(app), await buildEntrepreneur(app)]
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const tooSoon = 'Please choose times that are at least 2 hours away.'
    await offer(partner, free, { times: [soon] }).expect(400, invalid('times', tooSoon))
    const none = 'Please choose at least one time.'
    await offer(partner, free, { times: [] }).expect(400, invalid('times', none))
    const many = [...nextHours(), ...nextHours()]
    const tooMany = 'Please choose at most 5 times.'
    await offer(partner, free, { times: many }).expect(400, invalid('times', tooMany))
    const tooFar = new Date(Date.now() + 400 * 86_400_000).toISOString()
    const within = 'Please choose times within a year.'
    await offer(partner, free, { times: [tooFar] }).expect(400, invalid('times', within))
    for (const time of ['9999-01-01T00:00:00Z', '0000-01-01T00:00:00Z'])
      await offer(partner, free, { times: [time] }).expect(400)
    for (const link of [
      'http://video.example',
      'https://user:pass@video.example',
      'javascript:x',
    ]) {
      const problem = 'Please enter a meeting link that begins with https://.'
      await offer(partner, free, { link }).expect(400, invalid('link', problem))
    }

    const booked = await buildMatch(app, admin)
    const [time = ''] = booked.times
    await actAsAdministrator(admin, booked.id).offer([time], { isAgreed: true })
    const half = new Date(Date.parse(time) + 30 * 60_000).toISOString()
    const clash = await offer(partner, free, { times: [half] }).expect(409)
    expect(clash.body.message).toContain(`Pat ${booked.partner.lastName} and Ana`)
    expect(clash.body.errors).toEqual({ times: clash.body.message })
    // Right after it, the host is free.
    const after = new Date(Date.parse(time) + 45 * 60_000).toISOString()
    await offer(partner, free, { times: [after] }).expect(201)
  })

  it('beyond the second, or after a match, has a reason, which is kept as a note', async () => {
    const partner = await buildPartner(app)
    for (const _ of [1, 2]) {
      const { id } = await buildMatch(app, admin, { partner })
      await actAsAdministrator(admin, id).end()
    }
    const third = await buildEntrepreneur(app)
    const { body } = await offer(partner, third).expect(409)
    expect(body.errors.reason).toMatch(/already been introduced twice/)
    await offer(partner, third, { reason: 'Asked for one more' }).expect(201)
    const notes = await admin.get(`/api/admin/users/${partner.id}/notes`).expect(200)
    expect(notes.body).toMatchObject([
      { text: 'Reason for another introduction: Asked for one more' },
    ])
  })

  it('is seen by no one else for a minute, and can be taken back until then', async () => {
    const [partner, entrepreneur] = [await buildPartner(app), await buildEntrepreneur(app)]
    const { body: offered } = await offer(partner, entrepreneur).expect(201)
    expect(offered).toMatchObject({ state: 'arranging', canUndo: true, mailsLeaveAt: null })
    const partners = actAsPartner(await logIn(app, partner))
    const guests = actByLink(visit(app), await tokenOf(app, offered.id))
    expect(await partners.read()).toBeNull()
    await guests.look().expect(404)
    expect((await readUser(app, partner.email))?.hasMatch).toBe(true)

    const host = actAsAdministrator(admin, offered.id)
    const { status, body } = await host.undo()
    expect([status, body.id, body.state]).toEqual([200, offered.id, 'ended'])
    await admin.get(`${matchesPath}/${offered.id}`).expect(404, notFound)
    expect((await readUser(app, partner.email))?.hasMatch).toBe(false)
    // It was no offer, so that it does not count as one.
    const again = await buildMatch(app, admin, { partner })
    const late = await actAsAdministrator(admin, again.id).undo()
    expect([late.status, late.body.message]).toEqual([
      409,
      'They’ve already been told. End the match instead.',
    ])
  })
})

describe('undoing a step', () => {
  it('waits while the partner takes no part', async () => {
    const { id, partner } = await buildMatch(app, admin)
    const host = actAsAdministrator(admin, id)
    await host.offer(nextHours())
    const closing = "update users set closes_at = now() + interval '1 day' where id = $1"
    await app.pool.query(closing, [partner.id])
    const { status, body } = await host.undo()
    expect([status, body.message]).toEqual([409, isOnHold])
  })

  it('puts the match back as it was, but for when it moved', async () => {
    const { id, times, partner, token } = await buildMatch(app, admin)
    const host = actAsAdministrator(admin, id)
    const partners = actAsPartner(await logIn(app, partner))
    const guests = actByLink(visit(app), token)
    const read = async () => {
      const { rows } = await app.pool.query('select * from matches where id = $1', [id])
      const { moved_at: movedAt, before: _before, ...rest } = rows[0]
      return { ...rest, need_since: rest.need_since ?? movedAt }
    }
    async function undoes(step: () => Promise<unknown>) {
      const before = await read()
      const { basedOn } = await host.read()
      await step()
      expect(await read()).not.toEqual(before)
      // As from a page that doesn't show this step yet.
      expect((await host.undo({ basedOn })).status).toBe(409)
      expect((await host.undo()).status).toBe(200)
      expect(await read()).toEqual(before)
      // Once.
      expect((await host.undo()).status).toBe(409)
    }
    await partners.choose(times.slice(1), { note: 'Not early' })
    await undoes(() => host.offer(nextHours()))
    await undoes(() => host.end())
    await guests.choose(times)
    await undoes(() => host.offer(nextHours()))
    await beginMeeting(app, id)
    await undoes(() => host.offer([], { missing: 'entrepreneur' }))
    await undoes(() => host.met())
    await host.met()
    await undoes(() => host.end('partner-declined'))
    await partners.answer('accepted')
    // Someone else's step is not the administrator's to undo.
    expect((await host.read()).canUndo).toBe(false)
    expect((await host.undo()).status).toBe(409)
    await guests.answer('accepted')
    await undoes(() => host.end())
  })

  it('is refused once a person or the hour is taken', async () => {
    const first = await buildMatch(app, admin)
    const host = actAsAdministrator(admin, first.id)
    const [time = ''] = first.times
    await host.offer([time], { isAgreed: true })
    await host.end()
    const other = await buildMatch(app, admin)
    await actAsAdministrator(admin, other.id).offer([time], { isAgreed: true })
    const isTaken =
      'This can’t be undone: one of them has another introduction now, or the time was taken.'
    const { status, body } = await host.undo()
    expect([status, body.message, body.current.state]).toEqual([409, isTaken, 'ended'])
    await actAsAdministrator(admin, other.id).end()
    await offer(first.partner, await buildEntrepreneur(app)).expect(201)
    expect((await host.undo()).body.message).toBe(isTaken)
  })
})

it('lists, desk and calendar show whose turn it is', async () => {
  const waiting = await buildPartner(app, { statusAt: new Date(0), timeZone: 'America/Denver' })
  const asked = await buildMatch(app, admin)
  const mine = await buildMatch(app, admin)
  await actByLink(visit(app), mine.token).choose([])
  const { body: desk } = await admin.get('/api/admin/match-desk').expect(200)
  expect(matchDesk.strict().parse(desk)).toEqual(desk)
  expect(idsOf(desk.needsYou)).toContain(mine.id)
  expect(idsOf(desk.waitingForThem)).toContain(asked.id)
  expect(desk.suggestions[0].partner).toMatchObject({
    id: waiting.id,
    offers: 0,
    missing: ['terms', 'payment-method'],
  })
  expect(desk.isMailConfigured).toBe(false)

  const { body: listed } = await admin.get(matchesPath).query({ status: 'arranging' }).expect(200)
  for (const row of listed) expect(listedMatch.strict().parse(row)).toEqual(row)
  expect(listed[0]).toMatchObject({ id: mine.id, need: { kind: 'other-times-wanted' } })
  const of = { partner: asked.partner.id }
  expect(idsOf((await admin.get(matchesPath).query(of).expect(200)).body)).toEqual([asked.id])

  const [time = '', second] = asked.times
  const span = { from: time, to: second }
  const calendar = async () =>
    (await admin.get('/api/admin/match-calendar').query(span).expect(200)).body
  expect(await calendar()).toMatchObject([{ matchId: asked.id, startsAt: time, isBooked: false }])
  await actAsAdministrator(admin, asked.id).offer([time], { isAgreed: true })
  const entries = await calendar()
  expect(matchCalendar.parse(entries)).toEqual(entries)
  expect(entries).toMatchObject([{ matchId: asked.id, startsAt: time, isBooked: true }])
  const long = { from: '2026-01-01T00:00:00Z', to: '2026-04-01T00:00:00Z' }
  await admin.get('/api/admin/match-calendar').query(long).expect(400)
})

const endLost = () => endLostMatches(createCtx(app, portalItself))

async function introduce() {
  const built = await buildMatch(app, admin)
  return {
    ...built,
    host: actAsAdministrator(admin, built.id),
    guests: actByLink(visit(app), built.token),
    decide: async (status: string): Promise<number> => {
      const path = `/api/admin/users/${built.partner.id}/status`
      return (await admin.patch(path).send({ status }).expect(200)).body.decisionId
    },
    age: (seconds: number) =>
      app.pool.query(
        'update users set status_at = status_at - make_interval(secs => $2) where id = $1',
        [built.partner.id, seconds],
      ),
  }
}

describe('a partner who is rejected or reset', () => {
  it.each(['rejected', 'pending'])(
    'as %s moves nothing at once, and loses it in a minute',
    async (status) => {
      const { id, host, guests, times, decide, age, partner } = await introduce()
      const partners = actAsPartner(await logIn(app, partner))
      await decide(status)
      for (const { status: code, body } of [
        await partners.choose(times),
        await guests.choose(times),
        await host.offer(nextHours()),
      ])
        expect([code, body.message]).toEqual([409, 'This introduction can’t be changed right now.'])
      await endLost()
      expect((await host.read()).state).toBe('arranging')
      await age(60)
      await endLost()
      expect(await host.read()).toMatchObject({ state: 'ended', endedBecause: 'partner-gone' })
      const events = await eventsOf(app, `match:${id}`)
      expect(events.at(-1)).toMatchObject({
        action: 'match.ended',
        actorId: null,
        details: { because: 'partner-gone' },
      })
      // The portal's own step is no one's to undo.
      expect((await host.undo()).status).toBe(409)
    },
  )

  it('keeps it when the decision is undone in time', async () => {
    const { host, decide, age } = await introduce()
    const decision = await decide('rejected')
    await admin.post(`/api/admin/decisions/${decision}/undo`).expect(200)
    await age(3_600)
    await endLost()
    expect((await host.read()).state).toBe('arranging')
  })

  it('keeps a match that both had accepted', async () => {
    const { id, host, guests, decide, age, partner } = await introduce()
    const partners = actAsPartner(await logIn(app, partner))
    await host.offer([nextHours()[0] ?? ''], { isAgreed: true })
    await beginMeeting(app, id)
    await host.met()
    await partners.answer('accepted')
    await guests.answer('accepted')
    await decide('rejected')
    await age(3_600)
    await endLost()
    expect((await host.read()).state).toBe('succeeded')
  })
})

it('who closes their account loses it in a minute, and keeps it by keeping the account', async () => {
  const { host, partner } = await introduce()
  const agent = await logIn(app, partner)
  await agent.post('/api/account/close').send({ currentPassword: partner.password }).expect(200)
  await agent.get('/api/match').expect(403)
  await endLost()
  expect((await host.read()).state).toBe('arranging')
  await agent.post('/api/account/keep').expect(200)
  await agent.post('/api/account/close').send({ currentPassword: partner.password }).expect(200)
  await app.pool.query(
    "update users set closes_at = closes_at - interval '60 seconds' where id = $1",
    [partner.id],
  )
  await endLost()
  expect((await host.read()).endedBecause).toBe('partner-gone')
})

it('who is erased takes the introduction with them, and leaves the entrepreneur free', async () => {
  const { id, entrepreneur, partner } = await introduce()
  await admin.delete(`/api/admin/users/${partner.id}`).expect(200)
  await admin.get(`/api/admin/matches/${id}`).expect(404)
  const events = await eventsOf(app, `match:${id}`)
  expect(events.at(-1)).toMatchObject({
    action: 'match.ended',
    details: { because: 'partner-gone' },
  })
  await buildMatch(app, admin, { entrepreneur })
})

it('the settings of the room are checked, sealed and in the trail', async () => {
  const path = '/api/admin/settings/meetings'
  await admin.get(path).expect(200, { room: '', minutes: 45 })
  const settings = { room: 'https://video.example/zirconium', minutes: 30 }
  await admin.put(path).send(settings).expect(200, settings)
  await admin.get(path).expect(200, settings)
  const { rows } = await app.pool.query('select sealed_room from meeting_settings')
  expect(rows[0].sealed_room).toMatch(/^v1\./)
  for (const wrong of [
    { room: 'http://video.example' },
    { room: 'https://video.example/ X: y' },
    { room: 'https://video.example/a https://video.example/b' },
    { minutes: 14 },
    { minutes: 181 },
  ])
    await admin
      .put(path)
      .send({ ...settings, ...wrong })
      .expect(400)
  expect(await eventsOf(app, 'settings:meetings')).toMatchObject([
    { action: 'settings.changed', details: { minutes: 30, hasRoom: true } },
  ])
  await admin.put(path).send({ room: '', minutes: 45 }).expect(200)
})
