import { and, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { mailKinds } from '@shared/mail-kinds'
import type { Portal } from '../../ctx'
import type { Database } from '../../db/client'
import {
  beginAttempt,
  isDue,
  recordFailure,
  sendRedirected,
  tryAfterAttempt,
} from '../../db/outbox'
import { mails } from '../../db/schema/mail'
import { portalItself, recordEvent } from '../audit/record-event'
import { findMailWish } from '../consents/queries'
import { findSender, noMailSender } from './find-sender'
import {
  describeMailFailure,
  explainFailure,
  MailContentError,
  MailSetupError,
} from './mail-failure'
import { noteAttempt } from './note-attempt'
import { mailOutbox, openContent } from './queue-mail'
import { isClosing, isDeclined } from './queries'
import { sendMail } from './sender'
import { idRanges, isIn } from '../../db/ids'

/**
 * Tries to send one mail of the outbox, once at a time over all processes. What fails is tried again
 * later, under the same Message-ID, unless the server's refusal is final.
 */
export async function sendQueuedMail(portal: Portal, mailId: number): Promise<void> {
  const { db, env, sealer, logger } = portal
  const [mail] = await db
    .update(mails)
    .set(beginAttempt(mails))
    .where(and(eq(mails.id, mailId), isDue(mails)))
    .returning()
  if (!mail) return tryAfterAttempt(db, mailOutbox, mailId)
  if (!mail.sealedContent) return
  const { isSentWhileClosing, linkMinutes, isPersonal } = mailKinds[mail.kind]
  if (mail.userId !== null && !isSentWhileClosing && (await isClosing(db, mail.userId))) {
    await db.update(mails).set({ status: 'cancelled' }).where(eq(mails.id, mail.id))
    return
  }
  if (linkMinutes !== null && Date.now() - mail.createdAt.getTime() > linkMinutes * 60_000) {
    const failure = { message: 'The link in it has expired.', isFinal: true }
    await recordFailure(db, mailOutbox, { ...mail, failure })
    return
  }

  const lastError = await findObjection(db, mail)
  if (lastError) {
    const isQueued = and(eq(mails.id, mail.id), eq(mails.status, 'queued'))
    await db.update(mails).set({ status: 'cancelled', lastError }).where(isQueued)
    return
  }

  try {
    const sender = await findSender(db, portal)
    if (!sender) throw new MailSetupError(noMailSender)
    const content = openContent(sealer, mail.sealedContent, mail.id)
    if (!content)
      throw new MailContentError('The text of this email can’t be opened because its key is gone.')
    const { messageId, recipient, replyTo, subject } = mail
    const outgoing = { messageId, to: recipient, replyTo, subject, ...content, isPersonal }
    await sendMail(sender, outgoing, env.allowLoopbackMail)
  } catch (error) {
    const { kind, attempts: attempt } = mail
    const failure = explainFailure(error)
    const { isFinal } = failure
    logger.warn({ mailId, kind, attempt, isFinal, ...describeMailFailure(error) }, 'mail not sent')
    await recordFailure(db, mailOutbox, { ...mail, failure })
    // Nothing was sent, so that nothing is known of the server.
    if (!(error instanceof MailContentError)) await noteAttempt(db, error)
    return
  }
  await recordSent(db, mail)
  await noteAttempt(db)
}

async function recordSent(db: Database, mail: typeof mails.$inferSelect): Promise<void> {
  const { id, kind, recipient, userId } = mail
  await db.transaction(async (tx) => {
    const [sent] = await tx
      .update(mails)
      .set({
        status: 'sent',
        sentAt: new Date(),
        lastError: null,
        ...(mailKinds[kind].linkMinutes !== null && { sealedContent: null }),
      })
      .where(and(eq(mails.id, id), eq(mails.recipient, recipient)))
      .returning({ id: mails.id })
    if (!sent) await sendRedirected(tx, mailOutbox, { id, recipient })
    else if (kind === 'question-reminder')
      await recordEvent({ db: tx, by: portalItself }, 'question.reminded', `user:${userId}`)
  })
}

/** The words by which its recipient has turned such mail down since it was written; null without any. */
async function findObjection(db: Database, mail: typeof mails.$inferSelect) {
  if (
    mailKinds[mail.kind].turnedOffBy === 'consent' &&
    (await findMailWish(db, mail.recipient))?.wantsEmail === false
  )
    return 'They withdrew their consent to emails before this one was sent.'
  if (await isDeclined(db, mail)) return 'They turned emails like this one off before it was sent.'
  return null
}

const keptDays = 90

/**
 * Removes the texts of mails that are done with, 90 days after they were written. The recipients,
 * subjects and times stay as long as the account; of what left after it, nothing stays.
 */
export async function removeOldTexts(db: Database): Promise<number> {
  let removed = 0
  for await (const range of idRanges(db, mails)) {
    const { rowCount } = await db
      .update(mails)
      .set({ sealedContent: null })
      .where(
        and(
          isIn(mails.id, range),
          isNotNull(mails.sealedContent),
          ne(mails.status, 'queued'),
          lt(mails.createdAt, sql`now() - make_interval(days => ${keptDays})`),
        ),
      )
    removed += rowCount ?? 0
  }
  await removeUnowned(db)
  return removed
}

/** A mail that left while its reader's account was erased is theirs, too. */
const removeUnowned = (db: Database) =>
  db
    .delete(mails)
    .where(
      and(
        eq(mails.kind, 'meeting-removal'),
        isNull(mails.matchId),
        isNull(mails.userId),
        ne(mails.status, 'queued'),
      ),
    )
