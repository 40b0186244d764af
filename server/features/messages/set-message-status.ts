import type { MessageStatusChange } from '@shared/messages'
import type { Database } from '../../db/client'
import { messages } from '../../db/schema/messages'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { getMessage, type MessageRow } from './queries'
import { writeStatus } from './write-status'

export async function setMessageStatus(input: {
  db: Database
  messageId: number
  change: MessageStatusChange
  by: Actor
}): Promise<MessageRow> {
  const { db, messageId, change, by } = input
  return db.transaction(async (tx) => {
    if (await writeStatus(tx, messages, messageId, change)) {
      await recordEvent(tx, by, 'message.status-changed', {
        object: `message:${messageId}`,
        details: { status: change.status },
      })
    }
    const message = await getMessage(tx, messageId)
    if (!message) throw notFound()
    return message
  })
}
