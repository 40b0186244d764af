import { eq, sql } from 'drizzle-orm'
import type { MessageStatusChange } from '@shared/messages'
import type { Transaction } from '../../db/client'
import { checkBasis } from '../../db/review'
import { messages, referrals } from '../../db/schema/messages'
import { notFound } from '../../errors'

export const inboxTables = { message: messages, referral: referrals }

/** The audit trail's words for what the two public forms leave. */
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
  const [row] = await tx
    .select({ status: table.status })
    .from(table)
    .where(eq(table.id, id))
    .for('update')
  if (!row) throw notFound()
  if (row.status === status) return false
  checkBasis(row.status, change)
  await tx
    .update(table)
    .set({ status, statusAt: sql`now()` })
    .where(eq(table.id, id))
  return true
}
