import { and, eq, sql } from 'drizzle-orm'
import {
  fillPlaceholders,
  placeholders,
  placeholdersIn,
  unwantedMail,
  type MailWish,
  type ComposeRequest,
} from '@shared/mail'
import { describeMisfit } from '@shared/template-fit'
import { mailKinds } from '@shared/mail-kinds'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import type { Queryable, Transaction } from '../../db/client'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { mails } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import type { Env } from '../../env'
import { badRequest, conflict, orNotFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { findMailWish } from '../consents/queries'
import { requireSender } from './find-sender'
import { getMail, type MailRow, isDeclined } from './queries'
import { endOfHold, mailOutbox, newMessageId, queueMail } from './queue-mail'
import { commonValues, listTemplates, personValues } from './templates'

/**
 * Sends a mail that the administrator wrote, through the outbox. Placeholders of a template are filled in
 * for a recipient who has an account. Throws 409 without a sender and for a template that contradicts their application,
 * 400 when a placeholder has no value.
 */
export async function composeMail(
  ctx: Pick<TxCtx<EventSource>, 'db' | 'env' | 'sealer' | 'by'>,
  draft: ComposeRequest,
): Promise<MailRow> {
  const { db: tx, env } = ctx
  await requireSender(tx, env)
  const recipient = await findMailWish(tx, draft.to)
  refuseUnwanted(recipient)
  await refuseMisfit(tx, draft, recipient)
  const values = valuesFor(env, recipient, draft.to)
  refuseUnfilled(draft, values)
  const subject = fillPlaceholders(draft.subject, values)
  const text = fillPlaceholders(draft.body, values)
  const id = await queueMail(ctx, {
    kind: 'composed',
    recipient: draft.to,
    ...(recipient && { userId: recipient.id }),
    subject,
    text,
    ...(draft.isHeld && { nextAttemptAt: endOfHold() }),
  })
  await recordEvent(ctx, 'mail.composed', `mail:${id}`)
  return getMail(tx, id)
}

type Recipient = Awaited<ReturnType<typeof findMailWish>>

const valuesFor = (env: Env, recipient: Recipient, email: string): Record<string, string> => ({
  ...commonValues(env),
  ...(recipient ? personValues(recipient) : { email }),
})

const nameOf = (recipient: Recipient) => recipient && `${recipient.firstName} ${recipient.lastName}`

export async function describeRecipient(db: Queryable, env: Env, email: string): Promise<MailWish> {
  const recipient = await findMailWish(db, email)
  const wants = recipient?.wantsEmail ?? null
  return {
    name: nameOf(recipient),
    emails: wants === null ? 'unasked' : wants ? 'agreed' : 'withdrawn',
    status: recipient?.status ?? null,
    values: valuesFor(env, recipient, email),
  }
}

/** Nothing that is written by hand goes to someone who withdrew their consent to emails. */
function refuseUnwanted(recipient: Recipient): void {
  if (recipient?.wantsEmail !== false) return
  const message = unwantedMail(`${recipient.firstName} ${recipient.lastName}`)
  throw conflict(message, { to: message })
}

/** A text that is one of the templates word for word counts as that, also where the call doesn't say so. */
async function refuseMisfit(
  tx: Transaction,
  { body, template }: ComposeRequest,
  recipient: Recipient,
): Promise<void> {
  const templates = await listTemplates(tx)
  const begunAs = templates.filter((one) => one.id === template || one.body === body)
  const about = { name: nameOf(recipient), status: recipient?.status ?? null }
  for (const one of begunAs) {
    const message = describeMisfit(one, about)
    if (message) throw conflict(message, { to: message })
  }
}

function refuseUnfilled(draft: ComposeRequest, values: Record<string, string>): void {
  for (const field of ['subject', 'body'] as const) {
    const left = placeholdersIn(draft[field]).find(
      (name) => Object.hasOwn(placeholders, name) && !Object.hasOwn(values, name),
    )
    if (!left) continue
    const message = `No account has this address, so please replace {{${left}}} yourself.`
    throw badRequest(message, { [field]: message })
  }
}

/**
 * Tries again immediately. A mail that was sent goes out under a new Message-ID, or mailboxes would drop
 * it as a repetition. Throws 409 for one that is still queued, or that holds a link which expires.
 */
export async function resendMail(ctx: Ctx, mailId: number): Promise<MailRow> {
  return ctx.tx(async ({ db: tx, env, by }) => {
    const [found] = await tx.select().from(mails).where(eq(mails.id, mailId)).for('update')
    const mail = orNotFound(found)
    const { linkMinutes, turnedOffBy, onNewAddress } = mailKinds[mail.kind]
    if (mail.status === 'queued' || linkMinutes !== null || !mail.sealedContent) {
      throw conflict('This email cannot be sent again.')
    }
    if (turnedOffBy === 'consent') refuseUnwanted(await findMailWish(tx, mail.recipient))
    if (await isDeclined(tx, mail)) throw conflict('They turned emails like this one off.')
    // Contacts and times of a meeting: a new address got a letter of its own.
    if (onNewAddress === 'rewritten' && (await isOfFormerAddress(tx, mail)))
      throw conflict('They have another email address now.')
    await tx
      .update(mails)
      .set({
        status: 'queued',
        attempts: 0,
        lastError: null,
        sentAt: null,
        nextAttemptAt: sql`now()`,
        ...(mail.status === 'sent' && { messageId: newMessageId(env.publicOrigin) }),
      })
      .where(eq(mails.id, mailId))
    await mailOutbox.addSending(tx, mailId)
    await recordEvent({ db: tx, by }, 'mail.resent', `mail:${mailId}`)
    return getMail(tx, mailId)
  })
}

async function isOfFormerAddress(
  tx: Transaction,
  mail: Pick<typeof mails.$inferSelect, 'matchSide' | 'userId' | 'entrepreneurId' | 'recipient'>,
): Promise<boolean> {
  const { matchSide, userId, entrepreneurId, recipient } = mail
  const reader =
    matchSide === 'partner' && userId !== null
      ? tx.$count(users, and(eq(users.id, userId), eq(users.email, recipient)))
      : matchSide === 'entrepreneur' && entrepreneurId !== null
        ? tx.$count(
            entrepreneurs,
            and(eq(entrepreneurs.id, entrepreneurId), eq(entrepreneurs.email, recipient)),
          )
        : 1
  return (await reader) === 0
}

/** Keeps a queued mail from being tried again. Throws 409 when it is no longer queued. */
export async function cancelMail(ctx: Ctx, mailId: number): Promise<MailRow> {
  return ctx.tx(async ({ db: tx, by }) => {
    const [cancelled] = await tx
      .update(mails)
      .set({ status: 'cancelled' })
      .where(and(eq(mails.id, mailId), eq(mails.status, 'queued')))
      .returning({ id: mails.id })
    const mail = await getMail(tx, mailId)
    if (!cancelled) throw conflict('This email is no longer waiting to be sent.')
    await recordEvent({ db: tx, by }, 'mail.cancelled', `mail:${mailId}`)
    return mail
  })
}
