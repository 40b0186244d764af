import { sql } from 'drizzle-orm'
import type { MessageStatusChange } from '@shared/messages'
import type { Transaction } from '../../db/client'
import type { messages, referrals } from '../../db/schema/messages'
import { conflict, notFound } from '../../errors'

/**
 * Writes how far the administrator has got with one row. False when it stood so already. Throws 404
 * when the row is gone, and 409 when the status is no longer the one that `basedOn` names.
 */
export async function writeStatus(
  tx: Transaction,
  table: typeof messages | typeof referrals,
  id: number,
  change: MessageStatusChange,
): Promise<boolean> {
  const found = await tx.execute<{ status: string }>(
    sql`select status from ${table} where id = ${id} for update`,
  )
  const [row] = found.rows
  if (!row) throw notFound()
  if (row.status === change.status) return false
  if (change.basedOn && row.status !== change.basedOn) {
    throw conflict(`The status was changed to ${row.status} in the meantime. Please look again.`)
  }
  await tx.execute(
    sql`update ${table} set status = ${change.status}, status_at = now() where id = ${id}`,
  )
  return true
}
