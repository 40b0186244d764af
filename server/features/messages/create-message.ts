import type { MessageRequest } from '@shared/messages'
import type { Visitor } from '../../ctx'
import type { Database } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { messages } from '../../db/schema/messages'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { notifySupport } from '../mail/notify-support'
import { plainText } from '../mail/plain-text'

/** Stores what a visitor wrote through the support form. */
export async function createMessage(input: {
  db: Database
  mail: MailDeps
  form: MessageRequest
  /** Who is logged in while writing it. */
  userId: number | null
  by: Visitor
}): Promise<void> {
  const { db, mail, form, userId, by } = input
  const { name, email, subject, message } = form
  await db.transaction(async (tx) => {
    const created = onlyRow(
      await tx
        .insert(messages)
        .values({ name: name || null, email, subject, message, userId })
        .returning({ id: messages.id }),
    )
    await recordEvent(tx, by, 'message.received', { object: `message:${created.id}` })
    await notifySupport(tx, mail, {
      text: `New support message from ${email}: ${plainText(subject)}`,
      path: `/admin/messages?open=${created.id}`,
    })
  })
}
