import { asc } from 'drizzle-orm'
import { expect, it, describe } from 'vitest'
import { templateIds } from '@shared/mail'
import { mailChoiceKinds } from '@shared/mail-choices'
import { mailKindNames, type MailKind } from '@shared/mail-kinds'
import { pages } from '@shared/pages'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { ctxOf } from '@tests/support/portal/ctx'
import { buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { withJobs } from '@tests/support/portal/with-jobs'
import { mailsTo } from '@tests/support/portal/queued-mails'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { notFound } from '@tests/support/portal/answers'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { applyIn, buildReferrer, openLink } from '@tests/support/portal/referral-links'
import { buildHold, buildReferred } from '@tests/support/portal/referrals'
import { mails } from '../../db/schema/mail'
import { setEmail } from '../accounts/email-change/make-email-change'
import { fixedLetters } from './fixed-letters'
import { queueMail, type NewMail } from './queue-mail'
import { sendQueuedMail } from './send-queued-mail'
import { createCtx } from '../../ctx'
import { portalItself } from '../audit/record-event'
import { tellPayees } from '../payouts/settle-payout'
import { sendLetter } from './send-letter'
import type { Transaction } from '../../db/client'
import { tellReferrer } from './queue-decision-mail'

const { app, admin, mailbox } = await startMailingApp()

/** Someone for whom a mail of every kind waits. */
async function buildReader() {
  const reader = await buildUser(app)
  await queue(
    reader,
    mailKindNames.map((kind) => ({ kind })),
  )
  return reader
}

const queue = (
  { id: userId, email: recipient }: { id: number; email: string },
  all: readonly (Pick<NewMail, 'kind'> & Partial<NewMail>)[],
) =>
  app.db.transaction(async (tx) => {
    for (const mail of all)
      await queueMail(
        { ...app, db: tx },
        { recipient, userId, subject: mail.kind, text: 'Hi', ...mail },
      )
  })

const readMails = () => app.db.select().from(mails).orderBy(asc(mails.id))
const changeEmail = (person: { id: number; email: string }, email: string) =>
  ctxOf(app).tx((ctx) => setEmail(ctx, person, email))
async function attemptAll() {
  for (const { id } of await readMails()) await sendQueuedMail(app, id)
}

it('every kind has letters, and every letter a kind', () => {
  const written: MailKind[] = ['composed', 'reply', 'digest']
  const letters = Object.values(fixedLetters).map(({ kind }) => kind)
  expect(new Set([...templateIds, ...letters, ...written])).toEqual(new Set(mailKindNames))
})

it('what waits follows its reader, but for news about security and links for one mailbox', async () => {
  const reader = await buildReader()
  await changeEmail(reader, 'new@partner.example')
  const rows = await readMails()
  const waitFor = (address: string) =>
    rows
      .filter(({ status, recipient }) => status === 'queued' && recipient === address)
      .map(({ kind }) => kind)
  const stays = [
    'payment-details',
    'notice',
    'email-change',
    'referral-link',
    'meeting-removal',
    'digest',
  ]
  const dies = ['reset', 'email-confirmation']
  expect(waitFor(reader.email)).toEqual(stays)
  expect(waitFor('new@partner.example')).toEqual(
    mailKindNames.filter((kind) => ![...stays, ...dies].includes(kind)),
  )
})

it('what someone still gets while they close their account', async () => {
  const reader = await buildReader()
  await app.pool.query("update users set closes_at = now() + interval '7 days' where id = $1", [
    reader.id,
  ])
  await attemptAll()
  expect(mailbox.mails.splice(0).map(({ subject }) => subject)).toEqual([
    'payout',
    'payout-returned',
    'payment-details',
    'notice',
    'reset',
    'email-change',
    'meeting',
    'meeting-reminder',
    'meeting-removal',
  ])
})

it('a link for the reader of the mailbox is not kept, and its mail not sent again', async () => {
  await buildReader()
  await attemptAll()
  mailbox.mails.splice(0)
  const rows = await readMails()
  expect(rows.filter(({ status }) => status !== 'sent')).toEqual([])
  const secret = rows.filter(({ sealedContent }) => sealedContent === null)
  expect(secret.map(({ kind }) => kind)).toEqual([
    'reset',
    'email-confirmation',
    'email-change',
    'referral-link',
  ])
  for (const { id } of secret) await admin.post(`/api/admin/emails/${id}/resend`).expect(409)
})

it('what can be turned off can be, and is then not sent', async () => {
  const reader = await buildReader()
  const agent = await logIn(app, reader)
  for (const kind of mailChoiceKinds)
    await agent.put(`/api/mail-choices/${kind}`).send({ isWanted: false }).expect(200)
  const stop = { kinds: ['email'], way: 'phone' }
  await admin.post(`/api/admin/users/${reader.id}/consents/stop`).send(stop).expect(200)
  await attemptAll()
  const got = mailbox.mails.splice(0).map(({ subject }) => subject)
  expect(mailKindNames.filter((kind) => !got.includes(kind))).toEqual([
    ...mailChoiceKinds,
    'composed',
  ])
})

it.each(['working', 'refused recipient'] as const)(
  'one that is redirected while it is being sent still goes to the new address: %s',
  async (mode) => {
    const reader = await buildUser(app)
    await queue(reader, [{ kind: 'question' }])
    mailbox.behave('silent')
    const connected = mailbox.waitForConnection()
    const address = `${mode.length}@partner.example`
    await withJobs(app, async () => {
      await connected
      await changeEmail(reader, address)
      mailbox.behave(mode)
    })
    mailbox.behave('working')
    mailbox.mails.splice(0)
    await withJobs(app, () => mailbox.waitForMail(({ to }) => to.includes(address)))
    expect(mailbox.mails).toHaveLength(1)
  },
)

it('what the address before refused is sent to the new one, unless it is no longer so', async () => {
  const reader = await buildUser(app)
  const decide = async (status: string) =>
    (await admin.patch(`/api/admin/users/${reader.id}/status`).send({ status }).expect(200)).body
  const { decisionId: outdated } = await decide('rejected')
  const { decisionId } = await decide('approved')
  await app.pool.query('delete from mails')
  await queue(reader, [
    { kind: 'welcome' },
    { kind: 'rejected', decisionId: outdated },
    { kind: 'approved', decisionId },
    { kind: 'reset' },
  ])
  await app.pool.query("update mails set status = 'failed', attempts = 12")
  await changeEmail(reader, 'corrected@partner.example')
  await withJobs(app, () =>
    Promise.all(
      ['welcome', 'approved'].map((expected) =>
        mailbox.waitForMail(({ subject }) => subject === expected),
      ),
    ),
  )
  expect(mailbox.mails.map(({ subject, to }) => `${subject} to ${to.join()}`).toSorted()).toEqual([
    'approved to corrected@partner.example',
    'welcome to corrected@partner.example',
  ])
})

const declinePath = '/api/mail-choices/decline'

const dead = {
  message: 'This link doesn’t work anymore. Log in to turn emails off.',
  code: 'bad_request',
}

const link = new RegExp(`\n${app.origin}${pages.emailChoices}#token=(\\S+)&kind=(\\S+)$`)
const newestMailTo = async ({ email }: BuiltUser) => (await mailsTo(app, email)).at(-1)?.text ?? ''

/** Someone who was notified of a payout, and the link in that mail. */
async function buildPaid() {
  const user = await buildUser(app)
  const payouts = [{ payeeId: user.id, cents: 50_000 }]
  const paid = { payouts, method: 'zelle', reference: 'ZL-7' } as const
  await createCtx(app, portalItself).tx((ctx) => tellPayees(ctx, paid))
  return { user, ...(await readLink(user)) }
}

async function readLink(user: BuiltUser) {
  const [, token = '', kind = ''] = link.exec(await newestMailTo(user)) ?? []
  return { token, kind }
}

const decline = (token: string, kinds: unknown = ['payout']) =>
  visit(app).post(declinePath).send({ token, kinds })

const choicesOf = async (user: BuiltUser) => {
  const { body } = await (await logIn(app, user)).get('/api/mail-choices').expect(200)
  return body.filter(({ isWanted }: { isWanted: boolean }) => !isWanted)
}

const trailOf = async ({ id }: BuiltUser) =>
  (
    await app.pool.query(
      `select actor_id, action, details from audit_events
       where object = $1 and action ~ '^(mail|consent)' order by id`,
      [`user:${id}`],
    )
  ).rows

describe('the link in a mail', () => {
  it('turns off what is chosen, without a login, and says so in the trail once', async () => {
    const { user, token, kind } = await buildPaid()
    expect(kind).toBe('payout')
    const message = 'We won’t send you these emails anymore.'
    for (let time = 0; time < 2; time += 1) await decline(token).expect(200, { message })
    expect(await choicesOf(user)).toEqual([{ kind: 'payout', isWanted: false }])
    const said = { actor_id: user.id, action: 'mail.declined', details: { kind: 'payout' } }
    expect(await trailOf(user)).toEqual([said])
  })

  it('is shown to no one but the reader of the mailbox', async () => {
    const { user } = await buildPaid()
    const { rows } = await app.pool.query('select id from mails where user_id = $1', [user.id])
    const { body } = await admin.get(`/api/admin/emails/${rows[0].id}/text`).expect(200)
    expect(body.text).toMatch(/#token=…&kind=payout$/)
  })

  it('turns nothing on, logs no one in, and tells nothing about the account', async () => {
    const { user, token } = await buildPaid()
    await decline(token).expect(200)
    const visitor = visit(app)
    const { body, headers } = await visitor
      .post(declinePath)
      .send({ token, kinds: ['referral-approved'], isWanted: true })
      .expect(200)
    expect(Object.keys(body)).toEqual(['message'])
    expect(headers['set-cookie']).toBeUndefined()
    await visitor.get('/api/user').expect(401)
    expect(await choicesOf(user)).toHaveLength(2)
  })

  it('is for the one who got the mail, and no one else', async () => {
    const [one, other] = [await buildPaid(), await buildPaid()]
    await decline(one.token).expect(200)
    expect(await choicesOf(other.user)).toEqual([])
  })

  it('withdraws the consent to email from what is written by hand, also where none was given', async () => {
    const user = await buildUser(app)
    const draft = { to: user.email, subject: 'Hello', body: 'Some words.' }
    await admin.post('/api/admin/emails').send(draft).expect(201)
    const { token, kind } = await readLink(user)
    expect(kind).toBe('email')
    for (let time = 0; time < 2; time += 1) await decline(token, [kind]).expect(200)
    await admin.post('/api/admin/emails').send(draft).expect(409)
    const said = { actor_id: user.id, action: 'consent.withdrawn' }
    expect(await trailOf(user)).toMatchObject([said])
  })

  it('works while the account is closing, and is dead once it is gone', async () => {
    const { user, token } = await buildPaid()
    const owner = await logIn(app, user)
    await owner.post('/api/account/close').send({ currentPassword: user.password }).expect(200)
    await decline(token).expect(200)
    await admin.delete(`/api/admin/users/${user.id}`).expect(200)
    await decline(token).expect(400, dead)
  })

  it('is in no mail that can’t be turned off', async () => {
    const user = await buildUser(app)
    await app.db.transaction((tx) =>
      sendLetter({ ...app, db: tx }, { letter: 'password-changed', to: user.id }),
    )
    expect(await newestMailTo(user)).not.toContain(pages.emailChoices)
  })
})

describe('an invalid link', () => {
  it('turns nothing off: bent, sealed for something else, or of the administrator', async () => {
    const { user, token } = await buildPaid()
    const [version, key, sealed = ''] = token.split('.')
    const bent = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`
    const elsewhere = { table: 'mails', column: 'sealed_content', id: 0 }
    const place = { table: 'declined_mails', column: 'link', id: 0 }
    const { rows } = await app.pool.query('select id from users where is_admin = 1')
    for (const wrong of [
      `${version}.${key}.${bent}`,
      `${version}.00000000.${sealed}`,
      app.sealer.seal(JSON.stringify({ userId: user.id }), elsewhere),
      app.sealer.seal(JSON.stringify({ userId: rows[0].id }), place),
      app.sealer.seal(JSON.stringify({ userId: '1 or 1=1' }), place),
    ])
      await decline(wrong).expect(400, dead)
    for (const wrong of ['', 'x', 'k'.repeat(43), null, [token], { $ne: '' }, `${token} `])
      await visit(app)
        .post(declinePath)
        .send({ token: wrong, kinds: ['payout'] })
        .expect(400)
    for (const kinds of [[], ['payment-details'], ['password-changed'], 'payout', null])
      await decline(token, kinds).expect(400)
    expect(await choicesOf(user)).toEqual([])
  })
})

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

const declineOfSendLetter = async (user: Parameters<typeof logIn>[1], kind: string) =>
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
    expect(mailbox.mails[1]?.text).toContain('We’ll pay you by Zelle from now on')
    expect(mailbox.mails[1]?.text).not.toContain('/account')
  })

  it('together with all others who were paid by the same reference, unless they do without', async () => {
    const people = [await buildUser(app, { firstName: 'Noor' }), await buildUser(app)]
    const [unwilling, silent] = [await buildUser(app), await buildUser(app)]
    await declineOfSendLetter(unwilling, 'payout')
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
    await declineOfSendLetter(referrer, 'referral-signed-up')
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
