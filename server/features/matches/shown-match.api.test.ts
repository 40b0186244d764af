import { describe, expect, it } from 'vitest'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import {
  actAsAdministrator,
  actAsPartner,
  actByLink,
  beginMeeting,
  buildMatch,
  buildEntrepreneur,
  nextHours,
} from '@tests/support/portal/introductions'
import { startSharedApp } from '@tests/support/portal/shared-app'

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
    expect(before).toMatchObject({ state: 'ended', isOneMoreComing: true })
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
