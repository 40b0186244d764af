import { describe, expect, it } from 'vitest'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { notFound } from '@tests/support/portal/answers'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { applyIn, buildReferrer, openLink } from '@tests/support/portal/referral-links'
import { buildHold, buildReferred } from '@tests/support/portal/referrals'
import type { Transaction } from '../../db/client'
import { createCtx } from '../../ctx'
import { portalItself } from '../audit/record-event'
import { tellPayees } from '../payouts/settle-payout'
import { sendLetter } from './send-letter'
import { sendQueuedMail } from './send-queued-mail'
import { tellReferrer } from './queue-decision-mail'

const { mailbox, app, admin } = await startMailingApp()

async function buildReferral() {
  const referrer = await buildUser(app, { firstName: 'Noor' })
  const referred = await buildReferred(app, referrer, { firstName: 'Sam', lastName: 'Torres' })
  return { id: referred.referralId, referrer, referred }
}

const tellOfSignUp = (referredId: number) =>
  inOne((tx) => tellReferrer({ ...app, db: tx }, { referredId }))
const tellOfDetails = (to: number) =>
  inOne((tx) =>
    sendLetter(
      { ...app, db: tx },
      { letter: 'payment-details', to, values: { payoutMethod: 'Zelle' } },
    ),
  )
const inOne = (act: (tx: Transaction) => Promise<void>) => app.db.transaction(act)
const listMails = async () =>
  (await app.pool.query('select id, kind, status, last_error as error from mails order by id')).rows
const mailTo = ({ email }: { email: string }) => mailbox.mails.find(({ to }) => to.includes(email))
async function sendAll() {
  await releaseHeldMails(app.pool)
  for (const { id } of await listMails()) await sendQueuedMail(app, id)
}
const stopEmails = (id: number) =>
  admin
    .post(`/api/admin/users/${id}/consents/stop`)
    .send({ kinds: ['email'], way: 'phone' })
    .expect(200)
const decline = async (user: Parameters<typeof logIn>[1], kind: string) =>
  (await logIn(app, user)).put(`/api/mail-choices/${kind}`).send({ isWanted: false }).expect(200)
const approve = async (id: number): Promise<number> => {
  const path = `/api/admin/users/${id}/status`
  return (await admin.patch(path).send({ status: 'approved' }).expect(200)).body.decisionId
}

describe('a referrer is told', () => {
  it('at the sign-up itself', async () => {
    const { code } = await buildReferrer(app)
    const agent = visit(app)
    await openLink(agent, code)
    await applyIn(app, agent)
    expect((await listMails()).map(({ kind }) => kind)).toContain('referral-signed-up')
  })

  it('that someone signed up, by first name and initial and nothing else of theirs', async () => {
    const { referrer, referred } = await buildReferral()
    await tellOfSignUp(referred.id)
    await sendAll()
    const [mail] = mailbox.mails
    expect(mail).toMatchObject({ to: [referrer.email], subject: 'Your referral signed up' })
    expect(mail?.text).toContain('Hi Noor,\n\nSam T. signed up through your referral link.')
    for (const theirs of ['Torres', referred.email, referred.phoneNumber])
      expect(mail?.raw).not.toContain(theirs)
    expect(mail?.text).toContain(`${app.origin}/account#notifications`)
    expect(mail?.html).toContain('>Open Your Dashboard</a>')
  })

  it('nothing of someone who came without a referrer, or whose referrer was rejected', async () => {
    const { referrer, referred } = await buildReferral()
    await app.pool.query("update users set status = 'rejected' where id = $1", [referrer.id])
    for (const { id } of [referrer, referred]) await tellOfSignUp(id)
    expect(await listMails()).toEqual([])
  })

  it('that someone was approved and what that earned, a minute later', async () => {
    const { referrer, referred } = await buildReferral()
    await approve(referred.id)
    const { rows } = await app.pool.query("select id from mails where kind = 'referral-approved'")
    for (const { id } of rows) await sendQueuedMail(app, id)
    expect(mailbox.mails).toEqual([])
    await sendAll()
    const mail = mailTo(referrer)
    expect(mail?.subject).toBe('Your referral was approved')
    expect(mail?.text.split('\n\n').slice(1, 3)).toEqual([
      'Good news: Sam T., who you referred, was approved as a Credit Partner.',
      'We added $500.00 to your balance.',
    ])
  })

  it('that the reward for someone who was approved is on hold', async () => {
    const { id, referrer, referred } = await buildReferral()
    await buildHold(app, id)
    await approve(referred.id)
    await sendAll()
    const mail = mailTo(referrer)
    expect(mail?.text).toContain('Your reward is on hold while we look at this referral.')
  })

  it('nothing of an approval that was taken back in time', async () => {
    const { referred } = await buildReferral()
    const decisionId = await approve(referred.id)
    await admin.post(`/api/admin/decisions/${decisionId}/undo`).expect(200)
    await sendAll()
    expect(mailbox.mails).toEqual([])
    expect(await listMails()).toMatchObject([
      { kind: 'approved', status: 'cancelled' },
      { kind: 'referral-approved', status: 'cancelled' },
    ])
  })

  it('nothing by a mail that outlives the account of the person it names', async () => {
    const { referred } = await buildReferral()
    await tellOfSignUp(referred.id)
    await admin.delete(`/api/admin/users/${referred.id}`).expect(200)
    expect(await listMails()).toEqual([])
  })
})

describe('a payee is told', () => {
  it('that money was sent, and that payment details were changed', async () => {
    const user = await buildUser(app, { firstName: 'Noor' })
    const payouts = [{ payeeId: user.id, cents: 123_450 }]
    const paid = { payouts, method: 'zelle', reference: 'ZL-7' } as const
    await createCtx(app, portalItself).tx((ctx) => tellPayees(ctx, paid))
    await tellOfDetails(user.id)
    await sendAll()
    expect(mailbox.mails).toMatchObject([
      { to: [user.email], subject: 'Your payout is on its way' },
      { to: [user.email], subject: 'Your payment details were changed' },
    ])
    expect(mailbox.mails[0]?.text).toContain('We sent you $1,234.50 by Zelle')
    expect(mailbox.mails[0]?.text).toContain('Our reference is ZL-7.')
    expect(mailbox.mails[1]?.text).toContain('we pay you by Zelle')
    expect(mailbox.mails[1]?.text).not.toContain('/account')
  })

  it('together with all others who were paid by the same reference, unless they do without', async () => {
    const people = [await buildUser(app, { firstName: 'Noor' }), await buildUser(app)]
    const [unwilling, silent] = [await buildUser(app), await buildUser(app)]
    await decline(unwilling, 'payout')
    await stopEmails(silent.id)
    const payees = [...people, unwilling, silent, { id: 2_000_000_000 }]
    const payouts = payees.map(({ id: payeeId }, at) => ({ payeeId, cents: 50_000 + at }))
    const paid = { payouts, method: 'zelle', reference: 'ZL-7' } as const
    await createCtx(app, portalItself).tx((ctx) => tellPayees(ctx, paid))
    const { rows: jobs } = await app.pool.query(
      `select count(*)::int from graphile_worker.jobs where key in (select 'mail:' || id from mails)`,
    )
    expect(jobs).toEqual([{ count: 2 }])
    await sendAll()
    expect(mailbox.mails.map(({ to }) => to)).toEqual(people.map(({ email }) => [email]))
    expect(mailbox.mails[0]?.text).toContain('Hi Noor,\n\nWe sent you $500.00 by Zelle.')
    expect(mailbox.mails[1]?.text).toContain('We sent you $500.01 by Zelle.')
  })

  it('nothing when what was done is rolled back', async () => {
    const { id } = await buildUser(app)
    const undone = inOne(async (tx) => {
      await sendLetter({ ...app, db: tx }, { letter: 'password-changed', to: id })
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    expect(await listMails()).toEqual([])
  })
})

describe('an email about referrals', () => {
  it('is turned off and on by itself, and is on until then', async () => {
    const agent = await logIn(app, await buildUser(app))
    const choices = async () => (await agent.get('/api/mail-choices').expect(200)).body
    const change = (kind: string, body: object) => agent.put(`/api/mail-choices/${kind}`).send(body)
    const [signedUp, approved, payout] = await choices()
    expect([signedUp, approved, payout]).toEqual([
      { kind: 'referral-signed-up', isWanted: true },
      { kind: 'referral-approved', isWanted: true },
      { kind: 'payout', isWanted: true },
    ])
    for (let time = 0; time < 2; time += 1) await change('payout', { isWanted: false }).expect(200)
    expect(await choices()).toEqual([signedUp, approved, { kind: 'payout', isWanted: false }])
    await change('payout', { isWanted: true }).expect(200)
    expect(await choices()).toEqual([signedUp, approved, payout])
    await change('payment-details', { isWanted: false }).expect(404, notFound)
    await change('payout', {}).expect(400)
  })

  it('is off when it is turned off twice at the same time', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const lock = { statement: 'select 1 from users where id = $1 for update', id: user.id }
    const turnOff = () => agent.put('/api/mail-choices/payout').send({ isWanted: false })
    const answers = await meetAtLock(app, lock, () => Promise.all([turnOff(), turnOff()]))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  it('is not sent to someone who turned it off, before or while it waits', async () => {
    const { referrer, referred } = await buildReferral()
    await tellOfSignUp(referred.id)
    await decline(referrer, 'referral-signed-up')
    await tellOfSignUp(referred.id)
    await sendAll()
    expect(mailbox.mails).toEqual([])
    const error = 'They turned emails like this one off before it was sent.'
    const [mail, ...more] = await listMails()
    expect([mail, more]).toMatchObject([{ status: 'cancelled', error }, []])
    await admin.post(`/api/admin/emails/${mail.id}/resend`).expect(409)
  })

  it('is not sent to someone who withdrew all that their account does not need', async () => {
    const { referrer, referred } = await buildReferral()
    await stopEmails(referrer.id)
    await tellOfSignUp(referred.id)
    await tellOfDetails(referrer.id)
    expect(await listMails()).toMatchObject([{ kind: 'payment-details' }])
  })
})
