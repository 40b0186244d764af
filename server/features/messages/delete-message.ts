import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { inboxTables, type MessageKind } from './write-status'

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
