import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { templateIds } from '@shared/mail'
import { mailChoiceKinds } from '@shared/mail-choices'
import { mailKindNames, type MailKind } from '@shared/mail-kinds'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { logIn } from '@tests/support/portal/agents'
import { ctxOf } from '@tests/support/portal/ctx'
import { buildUser } from '@tests/support/portal/factories'
import { withJobs } from '@tests/support/portal/with-jobs'
import { mails } from '../../db/schema/mail'
import { setEmail } from '../accounts/email-change/make-email-change'
import { fixedLetters } from './fixed-letters'
import { queueMail, type NewMail } from './queue-mail'
import { sendQueuedMail } from './send-queued-mail'

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
