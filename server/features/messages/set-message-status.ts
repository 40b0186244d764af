import type { MessageStatusChange } from '@shared/messages'
import type { Database } from '../../db/client'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { writeStatus, type MessageKind } from './write-status'

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
