import { eq, sql } from 'drizzle-orm'
import type { MessageStatusChange } from '@shared/messages'
import type { Actor } from '../../ctx'
import type { Database, Transaction } from '../../db/client'
import { notFound } from '../../errors'
import { checkBasis } from '../../db/review'
import { messages, referrals } from '../../db/schema/messages'
import { recordEvent } from '../audit/record-event'

/** Sets how far the administrator has got. Throws like `writeStatus`. */
export async function setMessageStatus(input: {
  db: Database
  kind: MessageKind
  id: number
  change: MessageStatusChange
  by: Actor
}): Promise<void> {
  const { db, kind, id, change, by } = input
  await db.transaction(async (tx) => {
    if (!(await writeStatus(tx, kind, id, change))) return
    await recordEvent(tx, by, `${kind}.status-changed`, {
      object: `${kind}:${id}`,
      details: { status: change.status },
    })
  })
}

/** Deletes a message or a referral for good. Throws 404 when it is gone. */
export async function deleteMessage(input: {
  db: Database
  kind: MessageKind
  id: number
  by: Actor
}): Promise<void> {
  const { db, kind, id, by } = input
  const table = inboxTables[kind]
  await db.transaction(async (tx) => {
    const [deleted] = await tx.delete(table).where(eq(table.id, id)).returning({ id: table.id })
    if (!deleted) throw notFound()
    await recordEvent(tx, by, `${kind}.deleted`, { object: `${kind}:${id}` })
  })
}

const inboxTables = { message: messages, referral: referrals }

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
