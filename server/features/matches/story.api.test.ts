import { describe, expect, it } from 'vitest'
import { todaysMeetings } from '@shared/match-desk'
import { match as matchSchema, meeting as meetingSchema, ownMatch } from '@shared/matches'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { eventsOf } from '@tests/support/portal/audit-events'
import {
  actAsAdministrator,
  actAsPartner,
  actByLink,
  beginMeeting,
  buildEntrepreneur,
  buildMatch,
  nextHours,
  showMatch,
  tokenOf,
} from '@tests/support/portal/introductions'
import { readUser } from '@tests/support/portal/stored-user'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const room = 'https://video.example/room'
await admin.put('/api/admin/settings/meetings').send({ room, minutes: 45 }).expect(200)

async function introduce() {
  const built = await buildMatch(app, admin)
  const { id, partner, token } = built
  const agent = await logIn(app, partner)
  return {
    ...built,
    host: actAsAdministrator(admin, id),
    partners: actAsPartner(agent),
    guests: actByLink(visit(app), token),
  }
}

/** Both have chosen, and the first hour is booked. */
async function introduceBooked() {
  const all = await introduce()
  expect((await all.guests.choose(all.times)).status).toBe(200)
  expect((await all.partners.choose(all.times)).status).toBe(200)
  return all
}

async function introduceMet() {
  const all = await introduceBooked()
  await beginMeeting(app, all.id)
  expect((await all.host.met()).status).toBe(200)
  return all
}

describe('from an offer to a match', () => {
  it('goes step by step, and both see the same', async () => {
    const { id, partner, entrepreneur, times, host, partners, guests } = await introduce()
    const [first = '', second = '', third = ''] = times
    expect(await readUser(app, partner.email)).toMatchObject({ hasMatch: true, timeZone: null })

    const offered = await partners.read()
    expect(ownMatch.strict().parse(offered)).toEqual(offered)
    expect(offered).toMatchObject({
      id,
      state: 'arranging',
      other: { firstName: 'Ana', business: { name: entrepreneur.businessName } },
      offeredTimes: times,
      chosenTimes: null,
      contacts: null,
    })
    const shown = await guests.read()
    expect(meetingSchema.strict().parse(shown)).toEqual(shown)
    expect(shown).toMatchObject({
      other: { firstName: 'Pat', business: null },
      firstName: 'Ana',
      timeZone: 'America/Denver',
      isRecordingAllowed: null,
    })

    const { body: chosen } = await partners.choose([third, second], { note: 'Not Mondays' })
    expect(chosen).toMatchObject({ state: 'arranging', chosenTimes: [second, third] })
    expect(await readUser(app, partner.email)).toMatchObject({ timeZone: 'America/Denver' })
    expect((await guests.read()).chosenTimes).toBeNull()
    const { body: booked } = await guests.choose([first, second, third])
    const endsAt = new Date(Date.parse(second) + 45 * 60_000).toISOString()
    expect(booked).toMatchObject({ state: 'booked', startsAt: second, endsAt, joinLink: null })
    expect(await partners.read()).toMatchObject({ state: 'booked', startsAt: second })

    await beginMeeting(app, id)
    expect((await partners.answer('accepted')).status).toBe(409)
    const { body: met } = await host.met()
    expect(matchSchema.strict().parse(met)).toEqual(met)
    expect(met).toMatchObject({ state: 'met', need: { kind: 'answers', of: 'both' } })
    await partners.answer('accepted')
    // Neither learns what the other said.
    expect(await guests.read()).toMatchObject({ state: 'met', answer: null, contacts: null })
    const { body: made } = await guests.answer('accepted')
    expect(made).toMatchObject({
      state: 'succeeded',
      contactBy: 'call',
      contacts: { firstName: 'Pat', lastName: partner.lastName, email: partner.email },
    })
    // Later, the link alone doesn't show them.
    expect(await guests.read()).toMatchObject({ state: 'succeeded', contacts: null })
    expect(await partners.read()).toMatchObject({
      contactBy: 'email',
      contacts: { lastName: entrepreneur.lastName, email: entrepreneur.email },
    })
    const events = await eventsOf(app, `match:${id}`)
    expect(events.map(({ action }) => action)).toEqual([
      'match.offered',
      'match.times-given',
      'match.times-given',
      'match.booked',
      'match.met',
      'match.answered',
      'match.answered',
      'match.succeeded',
    ])
    const said = JSON.stringify(events.map(({ details }) => details)) + app.logs()
    for (const name of [partner.lastName, entrepreneur.lastName, entrepreneur.email])
      expect(said).not.toContain(name)
  })

  it('opens the room shortly before the start, its own or that of the settings', async () => {
    const own = 'https://video.example/only-this'
    const { partner, host, partners, guests, id } = await introduceBooked()
    const begin = (from: string) =>
      app.pool.query(
        `update matches set starts_at = now() + $2::interval, ends_at = now() + $2::interval + interval '45 minutes'
         where id = $1`,
        [id, from],
      )
    await begin('16 minutes')
    expect((await partners.read()).joinLink).toBeNull()
    await begin('14 minutes')
    expect([(await partners.read()).joinLink, (await guests.read()).joinLink]).toEqual([room, room])
    await begin('-46 minutes')
    expect((await partners.read()).joinLink).toBeNull()
    expect((await host.end()).status).toBe(200)

    const [times, other] = [nextHours(), await buildEntrepreneur(app)]
    const offer = { partnerId: partner.id, entrepreneurId: other.id, times, link: own }
    const { body } = await admin.post('/api/admin/matches').send(offer).expect(201)
    await showMatch(app, body.id)
    await actByLink(visit(app), await tokenOf(app, body.id)).choose(times)
    await partners.choose(times)
    await app.pool.query(
      "update matches set starts_at = now(), ends_at = now() + interval '45 minutes' where id = $1",
      [body.id],
    )
    expect((await partners.read()).joinLink).toBe(own)
    expect((await actAsAdministrator(admin, body.id).met()).status).toBe(200)
  })

  it('is hosted from today’s meetings, in a room of its own if need be', async () => {
    const own = 'https://video.example/for-these-two'
    const { id, partner, entrepreneur, host, partners } = await introduceBooked()
    const findToday = async () => {
      const { body } = await admin.get('/api/admin/todays-meetings').expect(200)
      return todaysMeetings.parse(body).find((meeting) => meeting.id === id)
    }
    const changeRoom = (link: string) => admin.put(`/api/admin/matches/${id}/room`).send({ link })
    expect(await findToday()).toBeUndefined()
    // Of yesterday, and over before today began.
    await app.pool.query(
      `update matches set starts_at = at, ends_at = at + interval '45 minutes' from (
        select (date_trunc('day', now() at time zone 'America/New_York') - interval '2 hours')
          at time zone 'America/New_York' as at) evening where id = $1`,
      [id],
    )
    expect(await findToday()).toBeUndefined()
    await app.pool.query(
      "update matches set starts_at = now(), ends_at = now() + interval '45 minutes' where id = $1",
      [id],
    )
    expect(await findToday()).toMatchObject({
      partner: { name: `Pat ${partner.lastName}`, timeZone: 'America/Denver', phoneNumber: null },
      entrepreneur: { id: entrepreneur.id, phoneNumber: '(720) 555-0142' },
      joinLink: room,
    })
    await app.pool.query(
      `insert into consents (user_id, kind, is_given, text_version, source)
       values ($1, 'calls', true, 'x', 'account')`,
      [partner.id],
    )
    expect((await findToday())?.partner.phoneNumber).toBe(partner.phoneNumber)

    await changeRoom('http://video.example').expect(400)
    const { body: changed } = await changeRoom(own).expect(200)
    expect(changed.room).toEqual({ link: own, isOwn: true })
    expect([(await findToday())?.joinLink, (await partners.read()).joinLink]).toEqual([own, own])

    await admin.put('/api/admin/settings/meetings').send({ room: '', minutes: 45 }).expect(200)
    const { body: without } = await changeRoom('').expect(200)
    expect(without).toMatchObject({
      room: { link: null, isOwn: false },
      need: { kind: 'video-link', of: null },
    })
    const { body: desk } = await admin.get('/api/admin/match-desk').expect(200)
    expect(desk.needsYou).toContainEqual(expect.objectContaining({ id }))
    await admin.put('/api/admin/settings/meetings').send({ room, minutes: 45 }).expect(200)
    expect((await host.read()).need?.kind).toBe('meeting')

    expect((await host.end()).status).toBe(200)
    expect(await findToday()).toBeUndefined()
    await changeRoom(own).expect(409)
    const events = await eventsOf(app, `match:${id}`)
    const changes = events.filter(({ action }) => action === 'match.room-changed')
    expect(changes.map(({ details }) => details)).toEqual([{ isOwn: true }, { isOwn: false }])
  })

  it('is recorded while both allow it', async () => {
    const { partner, partners, guests, times } = await introduceBooked()
    expect((await partners.read()).isRecorded).toBe(false)
    const recording = async (isGiven: boolean) =>
      app.pool.query(
        `insert into consents (user_id, kind, is_given, text_version, source)
         values ($1, 'recording', $2, 'x', 'account')`,
        [partner.id, isGiven],
      )
    await recording(true)
    expect([(await partners.read()).isRecorded, (await guests.read()).isRecorded]).toEqual([
      true,
      true,
    ])
    // Anyone who changes their mind can say so, without moving the meeting.
    const { body } = await guests.choose(times, { isRecordingAllowed: false })
    expect(body).toMatchObject({ state: 'booked', isRecorded: false, isRecordingAllowed: false })
    await guests.choose(times, { isRecordingAllowed: true })
    await recording(false)
    expect((await guests.read()).isRecorded).toBe(false)
  })
})

describe('what goes otherwise', () => {
  it('no time works, then others are offered, and a booked one is called off', async () => {
    const { host, partners, guests, times } = await introduce()
    await partners.choose([], { note: 'After 5 pm' })
    expect(await host.read()).toMatchObject({
      need: { kind: 'other-times-wanted', of: 'partner' },
      sides: { partner: { chosenTimes: [], note: 'After 5 pm' } },
    })
    await partners.choose(times.slice(0, 1))
    await guests.choose(times.slice(1))
    expect((await host.read()).need).toMatchObject({ kind: 'new-times', of: null })

    const others = nextHours()
    const { body: asked } = await host.offer(others)
    expect(asked).toMatchObject({ offeredTimes: others, need: { kind: 'times', of: 'both' } })
    await partners.choose(others)
    await guests.choose(others)
    expect((await host.read()).state).toBe('booked')
    const { body: off } = await guests.choose([])
    expect(off).toMatchObject({ state: 'arranging', startsAt: null, chosenTimes: [] })
    // The partner's times remain: another answer books again.
    const { body: again } = await guests.choose(others.slice(2))
    expect(again).toMatchObject({ state: 'booked', startsAt: others[2] })
  })

  it('a time both agreed to on the phone is booked, and is no consent', async () => {
    const { host, partners } = await introduce()
    const [time = ''] = nextHours()
    const { body } = await host.offer([time], { isAgreed: true })
    expect(body).toMatchObject({ state: 'booked', startsAt: time, offeredTimes: [time] })
    expect(await partners.read()).toMatchObject({ answer: null, chosenTimes: [time] })
  })

  it('someone is missing: that is for the trail, and there are new times', async () => {
    const { id, host } = await introduceBooked()
    expect((await host.offer([], { missing: 'partner' })).status).toBe(409)
    await beginMeeting(app, id)
    expect((await host.offer(nextHours())).body.message).toMatch(/^Please record whether/)
    const { body } = await host.offer([], { missing: 'partner' })
    expect(body).toMatchObject({ state: 'arranging', need: { kind: 'new-times' } })
    const events = await eventsOf(app, `match:${id}`)
    expect(events.at(-1)).toMatchObject({
      action: 'match.missed',
      details: { missing: 'partner' },
    })
  })

  it.each(['partner', 'entrepreneur'] as const)(
    'the %s declines, in neutral words',
    async (who) => {
      const { partner, host, partners, guests } = await introduceMet()
      const side = who === 'partner' ? partners : guests
      expect((await side.answer('accepted')).body.state).toBe('met')
      expect((await side.answer('declined')).body).toMatchObject({
        state: 'ended',
        answer: 'declined',
        afterEnd: 'one-more',
      })
      const other = await (who === 'partner' ? guests : partners).read()
      expect(other).toMatchObject({ state: 'ended', answer: null, contacts: null })
      expect(JSON.stringify(other)).not.toContain('declined')
      expect((await host.read()).endedBecause).toBe(`${who}-declined`)
      expect(await readUser(app, partner.email)).toMatchObject({ hasMatch: false })
    },
  )

  it('the administrator was told a no; a yes is only for people themselves', async () => {
    const { host, guests } = await introduceMet()
    expect((await host.end('accepted')).status).toBe(400)
    const { body } = await host.end('entrepreneur-declined')
    expect(body).toMatchObject({ state: 'ended', endedBecause: 'entrepreneur-declined' })
    expect((await guests.answer('declined')).status).toBe(200)
    expect((await guests.answer('accepted')).status).toBe(409)
  })
})
