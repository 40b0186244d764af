import { eq, sql } from 'drizzle-orm'
import type { MessageRequest, MessageStatusChange, ReferralRequest } from '@shared/messages'
import { linkPath } from '@shared/referral-codes'
import type { Ctx, Visitor, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { findRow } from '../../db/lists/list'
import { checkBasis } from '../../db/review'
import { messages, referrals } from '../../db/schema/messages'
import { notFound, orNotFound, conflict, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { requireSender } from '../mail/find-sender'
import { notifySupport } from '../mail/notify-support'
import { plainText, defangName } from '../mail/plain-text'
import { queueMail, type NewMail } from '../mail/queue-mail'
import { sendLetter } from '../mail/send-letter'
import { ensureLink, makeUnownedLink, type UnownedLink } from '../referrals/make-link'
import { messageList, referralList } from './queries'

/** Stores a message that a visitor wrote through the support form; null as `userId` when no one was logged in. */
export async function createMessage(
  ctx: Ctx<Visitor>,
  form: MessageRequest,
  userId: number | null,
): Promise<void> {
  const { name, email, subject, message } = form
  await ctx.tx(async (inTx) => {
    const { id } = onlyRow(
      await inTx.db
        .insert(messages)
        .values({ name: name || null, email, subject, message, userId })
        .returning({ id: messages.id }),
    )
    await recordEvent(inTx, 'message.received', `message:${id}`)
    await notifySupport(inTx, {
      text: `New support message from ${email}: ${plainText(subject)}`,
      path: `/admin/messages?open=${id}`,
    })
  })
}

/** Sets how far the administrator has got. Throws like `writeStatus`. */
export async function setMessageStatus(
  ctx: Ctx,
  kind: MessageKind,
  id: number,
  change: MessageStatusChange,
): Promise<void> {
  await ctx.tx(async (inTx) => {
    if (!(await writeStatus(inTx.db, kind, id, change))) return
    const { status } = change
    await recordEvent(inTx, `${kind}.status-changed`, `${kind}:${id}`, { status })
  })
}

/** Deletes a message or a referral for good. Throws 404 when it is gone. */
export async function deleteMessage(ctx: Ctx, kind: MessageKind, id: number): Promise<void> {
  const table = inboxTables[kind]
  await ctx.tx(async (inTx) => {
    const { rowCount } = await inTx.db.delete(table).where(eq(table.id, id))
    if (!rowCount) throw notFound()
    await recordEvent(inTx, `${kind}.deleted`, `${kind}:${id}`)
  })
}

const inboxTables = { message: messages, referral: referrals }

/** The two public forms leave these; the audit trail calls them so. */
export type MessageKind = keyof typeof inboxTables

/**
 * Writes how far the administrator has got with a message or a referral. False when it had that status
 * already. Throws 404 when it is gone, and 409 when its status is no longer the one that `basedOn` names.
 */
async function writeStatus(
  tx: Transaction,
  kind: MessageKind,
  id: number,
  change: MessageStatusChange,
): Promise<boolean> {
  const table = inboxTables[kind]
  const { status } = change
  const isMeant = eq(table.id, id)
  const [row] = await tx.select({ status: table.status }).from(table).where(isMeant).for('update')
  const before = orNotFound(row).status
  if (before === status) return false
  checkBasis(before, change)
  await tx
    .update(table)
    .set({ status, statusAt: sql`now()` })
    .where(isMeant)
  return true
}

/** The sender's own link, or one that can be claimed with its token. */
type SenderLink = UnownedLink | { code: string; claim?: undefined }

/**
 * Stores a referral, and answers with the sender's link. Whether the sender's email has an account
 * makes no difference: a link is someone's own only when they are logged in.
 */
export async function createReferral(
  ctx: Ctx<Visitor>,
  form: ReferralRequest,
  /** `userId` is null for the administrator, too. `isMailed`: the sender's address may be written to. */
  { userId, isMailed }: { userId: number | null; isMailed: boolean },
): Promise<SenderLink> {
  const { name, email, phone, referralName, referralEmail, referralPhone } = form
  return ctx.tx(async (inTx) => {
    const { db: tx, env } = inTx
    const link = await findLink(tx, userId, form.claim)
    const linkCode = link.code
    const { id } = onlyRow(
      await tx
        .insert(referrals)
        .values({ name, email, phone, referralName, referralEmail, referralPhone, linkCode })
        .returning({ id: referrals.id }),
    )
    await recordEvent(inTx, 'referral.received', `referral:${id}`)
    await notifySupport(inTx, {
      text: `New referral: ${defangName(referralName)}, referred by ${defangName(name)}`,
      path: `/admin/messages?tab=referrals&open=${id}`,
    })
    if (link.claim && isMailed) {
      const sharedLink = `${env.publicOrigin}${linkPath(link.code)}`
      const values = { sharedLink, token: link.claim }
      await sendLetter(inTx, {
        letter: 'referral-link',
        to: { firstName: name, email },
        values,
      })
    }
    return link
  })
}

const findLink = async (
  tx: Transaction,
  userId: number | null,
  claim?: string,
): Promise<SenderLink> =>
  userId === null ? makeUnownedLink(tx, claim) : { code: await ensureLink(tx, userId) }

const noEmail = 'We don’t know whose number this is, so this reply can’t be answered by email.'

/** Answers a support message by mail and marks it as done. Throws 409 without a mail sender, or an address. */
export const replyToMessage = async (ctx: Ctx, id: number, body: string) =>
  ctx.tx(async (inTx) => {
    const message = orNotFound(await findRow(inTx.db, messageList, id))
    if (message.email === null) throw conflict(noEmail)
    // The writer may have given someone else's address.
    const subject = plainText(message.subject)
    const quoted = plainText(message.message)
      .split('\n')
      .map((line) => `> ${line}`)
    await answer(inTx, 'message', id, {
      recipient: message.email,
      ...(message.userId !== null && { userId: message.userId }),
      subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
      text: [body, 'You wrote:', quoted.join('\n')].join('\n\n'),
    })
    return { ...message, status: 'done' as const }
  })

/** Answers the sender of a referral by mail, and marks it as done. */
export const replyToReferral = async (ctx: Ctx, id: number, body: string) =>
  ctx.tx(async (inTx) => {
    const referral = orNotFound(await findRow(inTx.db, referralList, id))
    await answer(inTx, 'referral', id, {
      recipient: referral.email,
      subject: `Your referral of ${defangName(referral.referralName)}`,
      text: body,
    })
    return { ...referral, status: 'done' as const }
  })

async function answer(
  ctx: TxCtx,
  kind: MessageKind,
  id: number,
  reply: Pick<NewMail, 'recipient' | 'userId' | 'subject' | 'text'>,
): Promise<void> {
  const { db: tx, env } = ctx
  await requireSender(tx, env)
  await queueMail(ctx, { kind: 'reply', replyTo: env.brand.supportEmail, ...reply })
  await writeStatus(tx, kind, id, { status: 'done' })
  await recordEvent(ctx, `${kind}.answered`, `${kind}:${id}`)
}
