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
import { startSharedApp } from '@tests/support/portal/shared-app'
import { removeOldLinks } from './end-lost-matches'

const app = await startSharedApp()
const admin = await logInAdmin(app)

async function introduce(wanted: Parameters<typeof buildMatch>[2] = {}) {
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

async function succeed({ id, host, partners }: Awaited<ReturnType<typeof introduce>>) {
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
    const all = await introduce()
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
    const all = await introduce()
    await all.host.end()
    await waitDays(all.id, 13)
    await removeOldLinks(app.db)
    expect((await all.host.undo()).status).toBe(200)
    expect(await tokenOf(app, all.id)).toBe(all.token)
  })

  it('is refused once the entrepreneur has a match with someone else', async () => {
    const first = await introduce()
    await first.host.end()
    await succeed(await introduce({ entrepreneur: first.entrepreneur }))
    const { status, body } = await first.host.undo()
    expect([status, body.message, body.current.state]).toEqual([409, isTaken, 'ended'])
  })

  it('of a match is refused while either is in another introduction', async () => {
    const first = await introduce()
    await succeed(first)
    await first.host.end()
    const second = await introduce({ entrepreneur: first.entrepreneur })
    expect(await first.host.undo()).toMatchObject({ status: 409, body: { message: isTaken } })
    await second.host.end()
    const third = await introduce({ partner: first.partner })
    expect(await first.host.undo()).toMatchObject({ status: 409, body: { message: isTaken } })
    await third.host.end()
    expect((await first.host.undo()).body.state).toBe('succeeded')
    expect((await first.partners.read()).contacts.email).toBe(first.entrepreneur.email)
  })

  it('is refused while the entrepreneur isn’t ready', async () => {
    const { entrepreneur, host } = await introduce()
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
    const first = await introduce({ partner })
    await first.host.end()
    const second = await introduce({ partner, entrepreneur: await buildEntrepreneur(app) })
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
    const first = await introduce({ partner })
    await succeed(first)
    await first.host.end()
    const second = await introduce({ partner })
    await second.host.end()
    await first.host.undo()
    expect(await first.partners.read()).toMatchObject({ id: first.id, state: 'succeeded' })
  })
})
