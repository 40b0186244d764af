import { expect, it } from 'vitest'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import {
  actAsAdministrator,
  actAsPartner,
  actByLink,
  beginMeeting,
  buildMatch,
  tokenOf,
} from '@tests/support/portal/introductions'
import { startAppBeside, startSharedApp } from '@tests/support/portal/shared-app'
import { removeOldLinks } from './end-lost-matches'

const app = await startSharedApp()
const admin = await logInAdmin(app)

/** Both have met, and accepted unless it says otherwise. */
async function matchUp({ isAccepted = true } = {}) {
  const built = await buildMatch(app, admin)
  const { id, partner, times, token } = built
  const [partners, guests] = [actAsPartner(await logIn(app, partner)), actByLink(visit(app), token)]
  for (const one of [partners, guests]) expect((await one.choose(times)).status).toBe(200)
  await beginMeeting(app, id)
  await actAsAdministrator(admin, id).met()
  await partners.answer('accepted')
  if (isAccepted) expect((await guests.answer('accepted')).body.state).toBe('succeeded')
  return { ...built, guests }
}

const ask = (token: string, phoneEnd: unknown) =>
  visit(app)
    .post('/api/meeting/contacts')
    .set({ Authorization: `Bearer ${token}` })
    .send({ phoneEnd })

const correct = (id: number, change: object) =>
  admin.patch(`/api/admin/entrepreneurs/${id}`).send(change).expect(200)

it('contacts are shown by a link with the digits alone', async () => {
  const { token, partner, guests } = await matchUp()
  const { email, phoneNumber, lastName } = partner
  const { text } = await guests.look().expect(200)
  for (const secret of [email, phoneNumber, lastName]) expect(text).not.toContain(secret)
  for (const wrong of ['0000', '142', '', null]) {
    const answer = await ask(token, wrong).expect(400)
    expect(answer.text).not.toContain(email)
  }
  const { body } = await ask(token, '0142').expect(200)
  expect(body.contacts).toMatchObject({ email, phoneNumber, lastName })
})

it('nobody has contacts before both have accepted', async () => {
  const { token } = await matchUp({ isAccepted: false })
  expect((await ask(token, '0142').expect(200)).body.contacts).toBeNull()
})

it('the digits that count are those of the phone that is on file now', async () => {
  const { token, entrepreneur } = await matchUp()
  await correct(entrepreneur.id, { phoneNumber: '(720) 555-0199' })
  await ask(token, '0142').expect(400)
  expect((await ask(token, '0199').expect(200)).body.contacts).not.toBeNull()
})

it('a link that was locked by a phone that was wrong on file opens with the right one', async () => {
  const { token, entrepreneur } = await matchUp()
  const counting = await startAppBeside(app, { LIMITS: '1' })
  const guess = (phoneEnd: string) =>
    visit(counting)
      .post('/api/meeting/contacts')
      .set({ Authorization: `Bearer ${token}` })
      .send({ phoneEnd })
  for (let count = 0; count < 10; count += 1) await guess('0199').expect(400)
  await guess('0142').expect(429)
  await correct(entrepreneur.id, { phoneNumber: '(720) 555-0199' })
  await guess('0199').expect(200)
})

it('who corrects an address after success closes the link that went to a stranger', async () => {
  const { id, token, entrepreneur } = await matchUp()
  await correct(entrepreneur.id, { email: `right-${id}@bakery.example` })
  await ask(token, '0142').expect(404)
  const { body } = await ask(await tokenOf(app, id), '0142').expect(200)
  expect(body.contacts).not.toBeNull()
})

it('a new link after a success shows the contacts, and the one before nothing, until links are removed', async () => {
  const { id, token } = await matchUp()
  const link = `/api/admin/matches/${id}/link`
  expect((await admin.get(`/api/admin/matches/${id}`)).body.canRenewLink).toBe(true)
  await admin.post(link).expect(200)
  const renewed = await tokenOf(app, id)
  await ask(token, '0142').expect(404)
  expect((await ask(renewed, '0142').expect(200)).body.contacts).not.toBeNull()
  await app.pool.query("update matches set moved_at = now() - interval '15 days' where id = $1", [
    id,
  ])
  await removeOldLinks(app.db)
  expect((await admin.get(`/api/admin/matches/${id}`)).body.canRenewLink).toBe(false)
  await admin.post(link).expect(409)
})

it('an introduction that ended has no new link', async () => {
  const { id, token } = await matchUp()
  await actAsAdministrator(admin, id).end()
  expect((await admin.get(`/api/admin/matches/${id}`)).body.canRenewLink).toBe(false)
  await admin.post(`/api/admin/matches/${id}/link`).expect(409)
  await ask(token, '0142').expect(200)
})
