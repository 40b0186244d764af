import { and, eq, lte, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addJob } from '../../db/add-job'
import type { Database } from '../../db/client'
import { mails } from '../../db/schema/mail'
import { findMailWish } from '../consents/queries'
import { findSender, noMailSender, type MailDeps } from './find-sender'
import {
  describeMailFailure,
  explainFailure,
  MailSetupError,
  type MailFailure,
} from './mail-failure'
import { linkMinutes, jobKey, openContent } from './queue-mail'
import { isDeclined } from './mail-choice-queries'
import { isClosing } from './queries'
import { retryDelay } from './retry-delay'
import { sendMail } from './sender'

/** What someone still gets who is closing the account: that it closes, who got in, and the way back. */
const sentWhileClosing: ReadonlySet<string> = new Set([
  'notice',
  'reset',
  'email-change',
  'payout',
  'payout-returned',
  'payment-details',
])

/** Longer than all timeouts of one attempt. After that, its process counts as gone. */
const attemptSeconds = 120
const sweepAtOnce = 500

/**
 * Tries to send one mail of the outbox, once at a time over all processes. What fails is tried again
 * later, under the same Message-ID, unless the server's refusal is final.
 */
export async function sendQueuedMail(
  input: MailDeps & { db: Database; logger: Logger; mailId: number },
): Promise<void> {
  const { db, env, sealer, logger, mailId } = input
  const [mail] = await db
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      nextAttemptAt: sql`now() + make_interval(secs => ${attemptSeconds})`,
    })
    .where(
      and(eq(mails.id, mailId), eq(mails.status, 'queued'), lte(mails.nextAttemptAt, sql`now()`)),
    )
    .returning()
  if (!mail?.sealedContent) return
  if (
    mail.userId !== null &&
    !sentWhileClosing.has(mail.kind) &&
    (await isClosing(db, mail.userId))
  ) {
    await db.update(mails).set({ status: 'cancelled' }).where(eq(mails.id, mail.id))
    return
  }
  const goodFor = linkMinutes.get(mail.kind)
  if (goodFor && Date.now() - mail.createdAt.getTime() > goodFor * 60_000) {
    await recordFailure(db, mail, { message: 'The link in it has expired.', isFinal: true })
    return
  }

  const lastError = await findObjection(db, mail)
  if (lastError) {
    const isQueued = and(eq(mails.id, mail.id), eq(mails.status, 'queued'))
    await db.update(mails).set({ status: 'cancelled', lastError }).where(isQueued)
    return
  }

  try {
    const sender = await findSender(db, input)
    if (!sender) throw new MailSetupError(noMailSender)
    const content = openContent(sealer, mail.sealedContent, mail.id)
    if (!content)
      throw new MailSetupError('The text of this email can’t be opened because its key is gone.')
    const { messageId, recipient, replyTo, subject, kind } = mail
    const isPersonal = kind === 'composed' || kind === 'reply'
    const outgoing = { messageId, to: recipient, replyTo, subject, ...content, isPersonal }
    await sendMail(sender, outgoing, env.mailHosts)
  } catch (error) {
    const { kind, attempts: attempt } = mail
    const failure = explainFailure(error)
    const { isFinal } = failure
    logger.warn({ mailId, kind, attempt, isFinal, ...describeMailFailure(error) }, 'mail not sent')
    await recordFailure(db, mail, failure)
    return
  }
  await db
    .update(mails)
    .set({
      status: 'sent',
      sentAt: new Date(),
      lastError: null,
      ...(goodFor && { sealedContent: null }),
    })
    .where(eq(mails.id, mail.id))
}

/** What whoever it is for has said against such a mail since it was written. */
async function findObjection(db: Database, mail: typeof mails.$inferSelect) {
  if (mail.kind === 'composed' && (await findMailWish(db, mail.recipient))?.wantsEmail === false)
    return 'They withdrew their consent to emails before this one was sent.'
  if (await isDeclined(db, mail)) return 'They turned emails like this one off before it was sent.'
  return null
}

/** Mails that are due and have no job, because a process was killed: called every minute. */
export async function queueDueMails(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx
      .select({ id: mails.id })
      .from(mails)
      .where(
        and(
          eq(mails.status, 'queued'),
          lt(mails.nextAttemptAt, sql`now() - interval '30 seconds'`),
        ),
      )
      .orderBy(mails.nextAttemptAt)
      .limit(sweepAtOnce)
    for (const { id } of due) await addJob(tx, 'send-mail', { mailId: id }, { key: jobKey(id) })
  })
}

async function recordFailure(
  db: Database,
  mail: { id: number; attempts: number },
  failure: MailFailure,
): Promise<void> {
  const wait = failure.isFinal ? null : retryDelay(mail.attempts)
  const nextAttemptAt = new Date(Date.now() + (wait ?? 0) * 1000)
  await db.transaction(async (tx) => {
    const [kept] = await tx
      .update(mails)
      .set({
        lastError: failure.message,
        ...(wait === null ? { status: 'failed' } : { nextAttemptAt }),
      })
      // A mail that was canceled meanwhile stays canceled.
      .where(and(eq(mails.id, mail.id), eq(mails.status, 'queued')))
      .returning({ id: mails.id })
    if (!kept || wait === null) return
    const key = jobKey(mail.id)
    await addJob(tx, 'send-mail', { mailId: mail.id }, { key, runAt: nextAttemptAt })
  })
}
