import { describe, expect, it } from 'vitest'
import type { Side } from '@shared/matches'
import { formatMeetingTime } from '@shared/meeting-time'
import { programDayOf } from '@shared/program-time'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { invalid, tooMany } from '@tests/support/portal/answers'
import {
  actAsAdministrator,
  actAsPartner,
  actByLink,
  beginMeeting,
  buildMatch,
  nextHours,
  storedMatch,
} from '@tests/support/portal/introductions'
import { startSharedApp, startAppBeside } from '@tests/support/portal/shared-app'
import { readUser } from '@tests/support/portal/stored-user'
import { removeOldLinks } from './end-lost-matches'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const dead = {
  message: 'This link no longer works. Open the newest email from us.',
  code: 'not_found',
}
const noDigits = 'These aren’t the last 4 digits of the phone number we have for you.'

const introduce = async () => {
  const built = await buildMatch(app, admin)
  return { ...built, guests: actByLink(visit(app), built.token) }
}
const age = (id: number, days: number) =>
  app.pool.query(
    'update matches set moved_at = moved_at - make_interval(days => $2) where id = $1',
    [id, days],
  )

describe('a link', () => {
  it('that is invalid, or of another, reveals nothing', async () => {
    const visitor = visit(app)
    const { token } = await introduce()
    for (const header of [
      undefined,
      'Bearer',
      `Bearer ${'k'.repeat(43)}`,
      `Bearer ${token}x`,
      `bearer ${token}`,
      `Basic ${token}`,
      token,
    ]) {
      const request = visitor.get('/api/meeting')
      if (header) request.set('Authorization', header)
      await request.expect(404, dead)
    }
    // In an address it is no token, and is in no log.
    await visitor.get(`/api/meeting?token=${token}`).expect(404, dead)
    expect(app.logs()).not.toContain(token)
  })

  it('is good while the match is open, and two weeks after', async () => {
    const { id, guests } = await introduce()
    await age(id, 100)
    await guests.look().expect(200)
    await actAsAdministrator(admin, id).end()
    await removeOldLinks(app.db)
    await age(id, 13)
    await guests.look().expect(200)
    await age(id, 1)
    await guests.look().expect(404, dead)
    await removeOldLinks(app.db)
    expect(await storedMatch(app, id)).toMatchObject({ tokenHash: null, sealedToken: null })
  })

  it('dies with another one, and with the introduction of someone who is deleted', async () => {
    const { id, guests, partner } = await introduce()
    const { body } = await admin.post(`/api/admin/matches/${id}/link`).expect(200)
    const [page, token = ''] = body.link.split('#token=')
    expect(page).toBe(`${app.origin}/meet`)
    await guests.look().expect(404, dead)
    const renewed = actByLink(visit(app), token)
    await renewed.look().expect(200)
    expect((await admin.get(`/api/admin/matches/${id}`).expect(200)).body.link).toBe(body.link)
    await admin.delete(`/api/admin/users/${partner.id}`).expect(200)
    await renewed.look().expect(404, dead)
  })

  it('gives no session, and a session replaces no link', async () => {
    const { token, partner } = await introduce()
    const header = { Authorization: `Bearer ${token}` }
    await visit(app).get('/api/match').set(header).expect(401)
    await (await logIn(app, partner)).get('/api/meeting').expect(404, dead)
  })
})

/** What a partner's pages ask for. */
const ownPaths = [
  '/api/match',
  '/api/user',
  '/api/profile-completion',
  '/api/files',
  '/api/credit-credentials',
  '/api/consents',
]

interface Person {
  lastName: string
  email: string
  phoneNumber: string
}

function expectHidden({ lastName, email, phoneNumber }: Person, text: string) {
  const digits = phoneNumber.replace(/\D/g, '')
  for (const secret of [lastName, email, phoneNumber, digits]) expect(text).not.toContain(secret)
}

describe('before both have accepted', () => {
  it.each(['partner', 'entrepreneur'] as const)(
    'neither learns more of the other than the first name, also when the %s accepts',
    async (first) => {
      const { id, partner, entrepreneur, guests, times } = await introduce()
      const agent = await logIn(app, partner)
      const [host, partners] = [actAsAdministrator(admin, id), actAsPartner(agent)]
      const look = async (state: string) => {
        const { text, body } = await guests.look().expect(200)
        expectHidden(partner, text)
        expect([body.state, body.other.firstName]).toEqual([state, 'Pat'])
        for (const path of ownPaths)
          expectHidden(entrepreneur, (await agent.get(path).expect(200)).text)
      }
      const step = async (side: Side, sent: Promise<{ status: number; text: string }>) => {
        const { status, text } = await sent
        expect(status).toBe(200)
        expectHidden(side === 'partner' ? entrepreneur : partner, text)
      }

      await look('arranging')
      await step('partner', partners.choose(times.slice(0, 1), { note: 'After 5 pm' }))
      await step('entrepreneur', guests.choose([]))
      await look('arranging')
      const others = nextHours()
      await host.offer(others)
      await step('entrepreneur', guests.choose(others))
      await step('partner', partners.choose(others))
      await look('booked')
      await beginMeeting(app, id)
      await look('booked')
      await host.met()
      await look('met')
      const answer = (side: Side, said: string) =>
        step(side, (side === 'partner' ? partners : guests).answer(said))
      await answer(first, 'accepted')
      await look('met')
      await answer(first === 'partner' ? 'entrepreneur' : 'partner', 'declined')
      await look('ended')
    },
  )
})

describe('a change by link', () => {
  it('takes the end of the phone: to look, or to press a button, changes nothing', async () => {
    const { id, guests, times } = await introduce()
    const before = await storedMatch(app, id)
    await guests.look().expect(200)
    for (const phoneEnd of ['0000', '1420']) {
      for (const { status, body } of [
        await guests.choose(times, { phoneEnd }),
        await guests.answer('declined', { phoneEnd }),
      ]) {
        expect([status, body]).toEqual([400, invalid('phoneEnd', noDigits)])
      }
    }
    const missing = 'Please enter the last 4 digits of your phone number.'
    for (const phoneEnd of ['', '142', '00142'])
      expect((await guests.choose(times, { phoneEnd })).body).toEqual(invalid('phoneEnd', missing))
    expect(await storedMatch(app, id)).toEqual(before)
    for (const phoneEnd of [' 01-٤٢\u200b', '+1 (555) 555-0142'])
      expect((await guests.choose(times, { phoneEnd })).status).toBe(200)
  })
})

describe('a partner', () => {
  it('has no one else’s introduction, and none without one', async () => {
    const { partner, id, times } = await introduce()
    const stranger = await logIn(app, (await buildMatch(app, admin)).partner)
    const partners = actAsPartner(await logIn(app, partner))
    expect((await partners.read()).id).toBe(id)
    const strange = await actAsPartner(stranger).choose(times)
    expect(strange.body).toEqual(invalid('times', 'Please choose from the times that are offered.'))
    expect((await admin.get('/api/match').expect(200)).body).toBeNull()
  })

  it('is told the introduction as it is now, when another tab was first', async () => {
    const { partner, id, times } = await introduce()
    const partners = actAsPartner(await logIn(app, partner))
    const { basedOn } = await partners.read()
    const host = actAsAdministrator(admin, id)
    const before = await host.read()
    const [first] = times
    expect((await partners.choose([first ?? ''], { basedOn })).status).toBe(200)
    const late = await partners.choose(times, { basedOn })
    expect(late.body).toEqual({
      message: 'This introduction has changed in the meantime. Please look again.',
      code: 'conflict',
      current: await partners.read(),
    })
    // What was said already is no conflict.
    expect((await partners.choose([first ?? ''], { basedOn })).status).toBe(200)
    const refused = await host.met({ basedOn: before.basedOn })
    expect([refused.status, refused.body.current]).toEqual([
      409,
      (await admin.get(`/api/admin/matches/${id}`)).body,
    ])
  })
})

it.each(['Etc/Unknown', 'Europe/London', '', null, undefined, 7])(
  'an answer is taken from a browser whose zone is %j, and no zone is stored',
  async (zone) => {
    const { partner, times, id, guests } = await introduce()
    const partners = actAsPartner(await logIn(app, partner))
    expect((await partners.choose(times)).status).toBe(200)
    expect(await readUser(app, partner.email)).toMatchObject({ timeZone: 'America/Denver' })
    expect((await partners.choose(times.slice(1), { zone })).status).toBe(200)
    expect((await guests.choose([], { zone })).status).toBe(200)
    expect(await readUser(app, partner.email)).toMatchObject({ timeZone: null })
    const stored = { partnerZone: null, entrepreneurZone: null }
    expect(await storedMatch(app, id)).toMatchObject(stored)
  },
)

it.each([
  ['basedOn', { basedOn: '2026-12-01T00:00:00Z' }],
  ['times.0', { times: ['tomorrow'] }],
  ['note', { note: 'x'.repeat(301) }],
])('needs a valid %s', async (field, wrong) => {
  const { partner, times } = await introduce()
  const partners = actAsPartner(await logIn(app, partner))
  const { status, body } = await partners.choose(times, wrong)
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
})

it('after ten wrong guesses at the digits, a link is locked until tomorrow, and a new one is not', async () => {
  const { id, token, times } = await introduce()
  const counting = await startAppBeside(app, { LIMITS: '1' })
  const guests = actByLink(visit(counting), token)
  for (let guess = 0; guess < 10; guess += 1)
    expect((await guests.choose(times, { phoneEnd: `999${guess}` })).status).toBe(400)
  const { status, body, headers } = await guests.choose(times)
  const message = `This link is locked until tomorrow. Call ${app.env.brand.supportPhone}.`
  expect([status, body]).toEqual([429, { ...tooMany, message }])
  const unlocked = new Date(Date.now() + Number(headers['retry-after']) * 1_000)
  expect(formatMeetingTime(unlocked, 'America/New_York')).toMatch(/, 12:00 AM E[SD]T$/)
  expect(programDayOf(unlocked)).not.toBe(programDayOf(new Date()))
  expect((await guests.answer('declined')).status).toBe(429)
  const renewed = await admin.post(`/api/admin/matches/${id}/link`).expect(200)
  const [, fresh = ''] = renewed.body.link.split('#token=')
  expect((await actByLink(visit(counting), fresh).choose(times)).status).toBe(200)
  // Another's is not counted with it.
  const other = await introduce()
  expect((await actByLink(visit(counting), other.token).choose([])).status).toBe(200)
})
