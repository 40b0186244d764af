import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { codeAlphabet, readCode } from '@shared/referral-codes'
import { logIn, visit } from '@tests/support/portal/agents'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import {
  applyIn,
  buildReferrer,
  findReferred,
  openLink,
} from '@tests/support/portal/referral-links'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildReferral } from '@tests/support/samples/forms'
import { referralLinks } from '../../db/schema/referral-links'
import { users } from '../../db/schema/users'
import { eraseAccount } from '../users/erase-account'
import { newCode } from './make-link'

const app = await startSharedApp()

const replace = (code: string) =>
  app.db.update(referralLinks).set({ replacedAt: new Date() }).where(eq(referralLinks.code, code))

describe('someone who registers', () => {
  it.each(['.', '&utm_source=newsletter', '\u200b', ` ${'and what was said with it '.repeat(9)}`])(
    'was referred by the code in what their browser sends: %j',
    async (rest) => {
      const { id: referrerId, code } = await buildReferrer(app)
      const { id } = await applyIn(app, visit(app), { referralCode: `${code}${rest}` })
      expect(await findReferred(app, id)).toMatchObject({ referrerId, code, source: 'link' })
    },
  )

  it('was referred by whose link they opened', async () => {
    const { id: referrerId, code } = await buildReferrer(app)
    const agent = visit(app)
    await openLink(agent, code)
    const { id } = await applyIn(app, agent)
    expect(await findReferred(app, id)).toMatchObject({ code, referrerId, source: 'link' })
    const [event] = await eventsOf(app, `user:${id}`)
    expect(event).toMatchObject({ action: 'account.registered', details: { referred: 'link' } })
  })

  it('was referred by the code that came with the form, where no cookie is kept', async () => {
    const { id: referrerId, code } = await buildReferrer(app)
    const { id } = await applyIn(app, visit(app), { referralCode: code.toLowerCase() })
    expect(await findReferred(app, id)).toMatchObject({ code, referrerId, source: 'link' })
  })

  it('was referred by the last of two links', async () => {
    const [first, last] = [await buildReferrer(app), await buildReferrer(app)]
    const agent = visit(app)
    await openLink(agent, first.code)
    await openLink(agent, last.code)
    // The form is still on the page that the first one led to.
    const { id } = await applyIn(app, agent, { referralCode: first.code })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: last.id })
  })

  it('was referred by the one of two links that still leads anywhere', async () => {
    const [first, last] = [await buildReferrer(app), await buildReferrer(app)]
    const agent = visit(app)
    await openLink(agent, last.code)
    await replace(last.code)
    const { id } = await applyIn(app, agent, { referralCode: first.code })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: first.id })
  })

  it('was referred by the last link that leads anywhere, whatever was opened after it', async () => {
    const [first, good] = [await buildReferrer(app), await buildReferrer(app)]
    const dead = await buildReferrer(app)
    await replace(dead.code)
    const agent = visit(app)
    for (const code of [first.code, good.code, dead.code]) await openLink(agent, code)
    const { id } = await applyIn(app, agent, { referralCode: dead.code })
    expect(await findReferred(app, id)).toMatchObject({ code: good.code, referrerId: good.id })
  })

  it.each(['AAAAAAAA', 'nonsense', '', "'; drop table users; --"])(
    'is not kept from it by the code %j',
    async (referralCode) => {
      const agent = visit(app).set('Cookie', `referral=${referralCode}`)
      const { id } = await applyIn(app, agent, { referralCode })
      expect(await findReferred(app, id)).toBeUndefined()
    },
  )

  it.each([
    ['that was replaced meanwhile', ({ code }: { code: string }) => replace(code)],
    [
      'whose owner’s account was deleted meanwhile',
      ({ id }: { id: number }) => app.db.delete(users).where(eq(users.id, id)),
    ],
  ])('is not referred by a link %s', async (_which, end) => {
    const referrer = await buildReferrer(app)
    const agent = visit(app)
    await openLink(agent, referrer.code)
    await end(referrer)
    expect(await findReferred(app, (await applyIn(app, agent)).id)).toBeUndefined()
  })

  it('is registered all the same while the account of the person who referred them is being deleted', async () => {
    const { id: referrerId, code } = await buildReferrer(app)
    const lock = { statement: 'delete from users where id = $1', id: referrerId, waiting: 1 }
    const { id } = await meetAtLock(app, lock, () =>
      applyIn(app, visit(app), { referralCode: code }),
    )
    expect(await findReferred(app, id)).toBeUndefined()
  })

  it('was referred by the link before when the referrer of the last is removed in the meantime', async () => {
    const [first, last] = [await buildReferrer(app), await buildReferrer(app)]
    const agent = visit(app).set('Cookie', `referral=${last.code}`)
    const { id } = await sendBeside(
      app,
      (tx) => eraseAccount(tx, { mail: app, userId: last.id }),
      () => applyIn(app, agent, { referralCode: first.code }),
    )
    expect(await findReferred(app, id)).toMatchObject({ referrerId: first.id })
  })

  it('is referred by no one when they opened no link', async () => {
    expect(await findReferred(app, (await applyIn(app)).id)).toBeUndefined()
  })

  it('leaves nothing behind when the registration is refused', async () => {
    const { code } = await buildReferrer(app)
    const agent = visit(app)
    await openLink(agent, code)
    const { email } = await applyIn(app)
    const body = { email, uploadKey: 'k'.repeat(43), referralCode: newCode() }
    await agent.post('/api/register').send(body).expect(400)
    const { rows } = await app.pool.query('select 1 from referred_people where code = $1', [code])
    expect(rows).toEqual([])
  })
})

const refer = async (agent: ReturnType<typeof visit>, referralEmail: string) => {
  const form = buildReferral({ referralEmail })
  return (await agent.post('/api/referrals').send(form).expect(201)).body
}

describe('someone who was named in the referral form', () => {
  let serial = 0
  const newAddress = () => `named-${(serial += 1)}@gmail.com`

  it('was referred by its sender, however the address is written', async () => {
    const sender = await buildReferrer(app)
    const email = newAddress()
    await refer(await logIn(app, sender), email)
    const written = email.replace('named', 'Na.Med').replace('@', '+portal@')
    const { id } = await applyIn(app, visit(app), { email: written })
    expect(await findReferred(app, id)).toMatchObject({
      code: sender.code,
      referrerId: sender.id,
      source: 'form',
    })
  })

  it('was referred by the link they opened, if they opened one', async () => {
    const [sender, other] = [await buildReferrer(app), await buildReferrer(app)]
    const email = newAddress()
    await refer(await logIn(app, sender), email)
    const { id } = await applyIn(app, visit(app), { email, referralCode: other.code })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: other.id, source: 'link' })
  })

  it('was referred by the person who named them first in the last 90 days', async () => {
    const senders = [await buildReferrer(app), await buildReferrer(app), await buildReferrer(app)]
    const email = newAddress()
    for (const sender of senders) await refer(await logIn(app, sender), email)
    const [longAgo, first] = senders
    await app.pool.query(
      "update referrals set created_at = now() - interval '90 days' where link_code = $1",
      [longAgo?.code],
    )
    const { id } = await applyIn(app, visit(app), { email })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: first?.id })
  })

  it('becomes the referral of a sender who was not logged in once that one owns the link', async () => {
    const email = newAddress()
    const { claim } = await refer(visit(app), email)
    const { id } = await applyIn(app, visit(app), { email })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: null, source: 'form' })
    const sender = await buildReferrer(app)
    const agent = await logIn(app, sender)
    await agent
      .post('/api/referral-claims')
      .send({ token: claim })
      .expect(200, { code: sender.code })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: sender.id })
  })
})

it('codes are of every letter, each another one', () => {
  const codes = Array.from({ length: 500 }, newCode)
  expect(codes.filter((code) => readCode(code) !== code)).toEqual([])
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(codes.join('')).size).toBe(codeAlphabet.length)
})
