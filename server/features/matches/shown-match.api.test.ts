import { describe, expect, it } from 'vitest'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import {
  actAsAdministrator,
  actAsPartner,
  actByLink,
  beginMeeting,
  buildEntrepreneur,
  buildMatch,
  buildPartner,
  nextHours,
  storedMatch,
  tokenOf,
} from '@tests/support/portal/introductions'
import { startAppBeside, startSharedApp } from '@tests/support/portal/shared-app'
import { removeOldLinks } from './end-lost-matches'

const app = await startSharedApp()
const admin = await logInAdmin(app)

async function introduce() {
  const built = await buildMatch(app, admin)
  return {
    ...built,
    host: actAsAdministrator(admin, built.id),
    partners: actAsPartner(await logIn(app, built.partner)),
    guests: actByLink(visit(app), built.token),
  }
}

/** As if the minute after the administrator's last step were over, or so many days. */
const pass = (id: number, time = '2 minutes') =>
  app.pool.query(
    `update matches set moved_at = moved_at - $2::interval, need_since = need_since - $2::interval,
       partner_asked_at = partner_asked_at - $2::interval,
       entrepreneur_asked_at = entrepreneur_asked_at - $2::interval where id = $1`,
    [id, time],
  )

describe('until an offer can no longer be taken back, both pages are as before', () => {
  it('when it is the second one', async () => {
    const { host, partners, partner } = await introduce()
    await host.end('entrepreneur-declined')
    const before = await partners.read()
    expect(before).toMatchObject({ state: 'ended', afterEnd: 'one-more' })
    const { id: entrepreneurId } = await buildEntrepreneur(app)
    const offer = { partnerId: partner.id, entrepreneurId, times: nextHours() }
    const { body: second } = await admin.post('/api/admin/matches').send(offer).expect(201)
    expect(await partners.read()).toEqual(before)
    // New times within that minute begin another.
    await actAsAdministrator(admin, second.id).offer(nextHours())
    await app.pool.query(
      "update matches set created_at = created_at - interval '50 seconds' where id = $1",
      [second.id],
    )
    expect(await partners.read()).toEqual(before)
  })

  it('when a second one is undone', async () => {
    const { host, partners, partner } = await introduce()
    await host.end()
    const before = await partners.read()
    const { id: entrepreneurId } = await buildEntrepreneur(app)
    const offer = { partnerId: partner.id, entrepreneurId, times: nextHours() }
    const { body: second } = await admin.post('/api/admin/matches').send(offer).expect(201)
    expect((await actAsAdministrator(admin, second.id).undo()).status).toBe(200)
    expect(await partners.read()).toEqual(before)
  })

  it.each([
    ['nobody has answered', async () => {}],
    ['none works for one', async ({ partners }) => partners.choose([])],
    [
      'a meeting is booked',
      async ({ partners, guests, times }) => {
        await partners.choose(times)
        await guests.choose(times)
      },
    ],
  ] satisfies [string, (all: Awaited<ReturnType<typeof introduce>>) => Promise<unknown>][])(
    'when times are offered again while %s, and when that is undone',
    async (_, begin) => {
      const all = await introduce()
      const { id, host, partners, guests } = all
      await begin(all)
      const read = async () => [await partners.read(), await guests.read()]
      const before = await read()
      const others = nextHours()
      expect((await host.offer(others)).body.offeredTimes).toEqual(others)
      expect(await read()).toEqual(before)
      expect((await host.undo()).status).toBe(200)
      expect(await read()).toEqual(before)
      await host.offer(others)
      await pass(id)
      for (const shown of await read())
        expect(shown).toMatchObject({ state: 'arranging', offeredTimes: others, chosenTimes: null })
    },
  )

  it('when someone was missing', async () => {
    const { id, host, partners, guests, times } = await introduce()
    await partners.choose(times)
    await guests.choose(times)
    await beginMeeting(app, id)
    const before = await partners.read()
    await host.offer(nextHours(), { missing: 'entrepreneur' })
    expect(await partners.read()).toEqual(before)
  })

  it('and an answer to the times before is refused, but not a no', async () => {
    const { id, host, partners, guests, times } = await introduce()
    await host.offer(nextHours())
    const message = 'We’re changing the times right now. Please try again in a minute.'
    for (const chosen of [times, []]) {
      const { status, body } = await partners.choose(chosen)
      expect([status, body.message]).toEqual([409, message])
      expect(body.current).toEqual(await partners.read())
    }
    await pass(id)
    expect((await partners.choose([])).status).toBe(200)
    await host.offer(nextHours())
    expect((await guests.answer('declined')).body.state).toBe('ended')
  })
})

describe('how long someone has not answered', () => {
  it('counts from when they were asked, whatever the other says', async () => {
    const { id, host, partners, guests, times } = await introduce()
    await pass(id, '8 days')
    const need = { kind: 'call-for-times', of: 'entrepreneur' }
    for (const chosen of [times, times.slice(1), times.slice(2)]) {
      await partners.choose(chosen)
      expect((await host.read()).need).toMatchObject(need)
    }
    await guests.choose(times)
    await beginMeeting(app, id)
    await host.met()
    await pass(id, '8 days')
    await guests.answer('accepted')
    expect((await host.read()).need).toMatchObject({ kind: 'call-for-answer', of: 'partner' })
  })

  it('begins again with new times', async () => {
    const { id, host, partners } = await introduce()
    await pass(id, '8 days')
    await host.offer(nextHours())
    await pass(id)
    expect((await partners.choose([])).status).toBe(200)
    await host.offer(nextHours())
    expect((await host.read()).need).toMatchObject({ kind: 'times', of: 'both' })
  })

  it('is no shorter for an administrator who is asked again and again for other times', async () => {
    const { id, host, partners, guests, times } = await introduce()
    await partners.choose([])
    await pass(id, '8 days')
    const since = (await host.read()).need?.since
    await guests.choose(times)
    await guests.choose(times.slice(1))
    expect((await host.read()).need).toMatchObject({ kind: 'other-times-wanted', since })
  })

  it.each([
    ['have not answered', 'call-for-times', async () => {}],
    ['want other times', 'other-times-wanted', async ({ partners }) => partners.choose([])],
    [
      'have canceled too often',
      'call-after-cancellations',
      async ({ id, partners }) => {
        await app.pool.query('update matches set partner_cancellations = 3 where id = $1', [id])
        await partners.choose([])
      },
    ],
  ] satisfies [string, string, (all: Awaited<ReturnType<typeof introduce>>) => Promise<unknown>][])(
    'is no shorter after an undone step, for those who %s',
    async (_, kind, begin) => {
      const all = await introduce()
      const { id, host } = all
      await begin(all)
      await pass(id, '8 days')
      const { need } = await host.read()
      expect(need).toMatchObject({ kind })
      await host.offer(nextHours())
      expect((await host.undo()).body.need).toEqual(need)
      await host.end()
      expect((await host.undo()).body.need).toEqual(need)
    },
  )
})

async function introduceOfUndoStep(wanted: Parameters<typeof buildMatch>[2] = {}) {
  const built = await buildMatch(app, admin, wanted)
  return {
    ...built,
    host: actAsAdministrator(admin, built.id),
    partners: actAsPartner(await logIn(app, built.partner)),
  }
}

/** As if its last step had been taken so many days ago. */
const waitDays = (id: number, days: number) =>
  app.pool.query(
    'update matches set moved_at = moved_at - make_interval(days => $2) where id = $1',
    [id, days],
  )

async function succeed({ id, host, partners }: Awaited<ReturnType<typeof introduceOfUndoStep>>) {
  await host.offer([nextHours()[0] ?? ''], { isAgreed: true })
  await beginMeeting(app, id)
  await host.met()
  await partners.answer('accepted')
  await actByLink(visit(app), await tokenOf(app, id)).answer('accepted')
  expect((await storedMatch(app, id)).state).toBe('succeeded')
}

const isTaken =
  'This can’t be undone: one of them has another introduction now, or the time was taken.'

describe('undoing an end', () => {
  it.each([
    ['of an introduction that was arranged', () => Promise.resolve()],
    ['of a match', succeed],
  ])('%s gives the entrepreneur a new link, where theirs was removed', async (_what, prepare) => {
    const all = await introduceOfUndoStep()
    await prepare(all)
    await all.host.end()
    await waitDays(all.id, 15)
    await removeOldLinks(app.db)
    expect(await storedMatch(app, all.id)).toMatchObject({ tokenHash: null, sealedToken: null })
    expect((await all.host.undo()).status).toBe(200)
    await actByLink(visit(app), all.token).look().expect(404)
    await actByLink(visit(app), await tokenOf(app, all.id))
      .look()
      .expect(200)
  })

  it('leaves a link alone that is still there', async () => {
    const all = await introduceOfUndoStep()
    await all.host.end()
    await waitDays(all.id, 13)
    await removeOldLinks(app.db)
    expect((await all.host.undo()).status).toBe(200)
    expect(await tokenOf(app, all.id)).toBe(all.token)
  })

  it('is refused once the entrepreneur has a match with someone else', async () => {
    const first = await introduceOfUndoStep()
    await first.host.end()
    await succeed(await introduceOfUndoStep({ entrepreneur: first.entrepreneur }))
    const { status, body } = await first.host.undo()
    expect([status, body.message, body.current.state]).toEqual([409, isTaken, 'ended'])
  })

  it('of a match is refused while either is in another introduction', async () => {
    const first = await introduceOfUndoStep()
    await succeed(first)
    await first.host.end()
    const second = await introduceOfUndoStep({ entrepreneur: first.entrepreneur })
    expect(await first.host.undo()).toMatchObject({ status: 409, body: { message: isTaken } })
    await second.host.end()
    const third = await introduceOfUndoStep({ partner: first.partner })
    expect(await first.host.undo()).toMatchObject({ status: 409, body: { message: isTaken } })
    await third.host.end()
    expect((await first.host.undo()).body.state).toBe('succeeded')
    expect((await first.partners.read()).contacts.email).toBe(first.entrepreneur.email)
  })

  it('is refused while the entrepreneur isn’t ready', async () => {
    const { entrepreneur, host } = await introduceOfUndoStep()
    await host.end()
    const one = `/api/admin/entrepreneurs/${entrepreneur.id}`
    await admin.patch(one).send({ status: 'vetting' }).expect(200)
    const message = 'This entrepreneur isn’t ready for an introduction.'
    expect(await host.undo()).toMatchObject({ status: 409, body: { message } })
    await admin.patch(one).send({ status: 'ready' }).expect(200)
    expect((await host.undo()).status).toBe(200)
  })
})

describe('a partner’s introduction', () => {
  it('is the open one, also where it was offered before another that has ended', async () => {
    const partner = await buildPartner(app)
    const first = await introduceOfUndoStep({ partner })
    await first.host.end()
    const second = await introduceOfUndoStep({
      partner,
      entrepreneur: await buildEntrepreneur(app),
    })
    expect((await first.partners.read()).id).toBe(second.id)
    await second.host.end()
    await first.host.undo()
    expect((await first.partners.read()).id).toBe(first.id)
    expect((await first.partners.choose(first.times)).status).toBe(200)
    await first.host.end()
    expect((await first.partners.read()).id).toBe(second.id)
  })

  it('is the match that both accepted, also after a newer introduction that has ended', async () => {
    const partner = await buildPartner(app)
    const first = await introduceOfUndoStep({ partner })
    await succeed(first)
    await first.host.end()
    const second = await introduceOfUndoStep({ partner })
    await second.host.end()
    await first.host.undo()
    expect(await first.partners.read()).toMatchObject({ id: first.id, state: 'succeeded' })
  })
})

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
