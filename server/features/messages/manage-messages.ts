import { eq, sql } from 'drizzle-orm'
import type { MessageRequest, MessageStatusChange } from '@shared/messages'
import type { Ctx, Visitor } from '../../ctx'
import type { Transaction } from '../../db/client'
import { checkBasis } from '../../db/review'
import { messages, referrals } from '../../db/schema/messages'
import { notFound, orNotFound, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { notifySupport } from '../mail/notify-support'
import { plainText } from '../mail/plain-text'

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
export async function writeStatus(
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
