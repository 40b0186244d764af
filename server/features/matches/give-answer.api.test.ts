import { expect, it } from 'vitest'
import { formatMeetingTime } from '@shared/meeting-time'
import { programDayOf } from '@shared/program-time'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { tooMany } from '@tests/support/portal/answers'
import {
  actAsPartner,
  actByLink,
  buildMatch,
  storedMatch,
} from '@tests/support/portal/introductions'
import { startAppBeside, startSharedApp } from '@tests/support/portal/shared-app'
import { readUser } from '@tests/support/portal/stored-user'

const app = await startSharedApp()
const admin = await logInAdmin(app)

const introduce = async () => {
  const built = await buildMatch(app, admin)
  return { ...built, guests: actByLink(visit(app), built.token) }
}

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
