import { and, eq } from 'drizzle-orm'
import { writeComposedText, type ComposeTextRequest } from '@shared/texts'
import type { Actor } from '../../ctx'
import type { Database } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { texts } from '../../db/schema/texts'
import { conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { findTextReader, getText, getTextSettings, noProvider, type TextRow } from './queries'
import { insertText, objectionTo } from './queue-text'

interface Acting {
  db: Database
  by: Actor
}

/**
 * Texts someone what the administrator wrote. Throws 404 without such a person, 409 for someone who didn't agree to
 * texts, and while no provider is connected.
 */
export async function composeText(
  input: MailDeps & Acting & { draft: ComposeTextRequest },
): Promise<TextRow> {
  const { db, draft, by } = input
  const { userId } = draft
  const body = writeComposedText(draft.body, input.env.brand)
  return db.transaction(async (tx) => {
    if (!(await lockPerson(tx, userId))) throw notFound()
    if (!(await getTextSettings(tx))) throw conflict(noProvider)
    const reader = await findTextReader(tx, userId)
    const objection = objectionTo(reader)
    if (!reader || objection) throw conflict(objection ?? '', { userId: objection ?? '' })
    const id = await insertText(tx, input, { reader, kind: 'composed', body })
    await recordEvent(tx, by, 'text.composed', {
      object: `user:${userId}`,
      details: { text: id },
    })
    const text = await getText(tx, id)
    if (!text) throw notFound()
    return text
  })
}

/** Keeps a queued text from being sent. Throws 409 when it is no longer queued. */
export async function cancelText(input: Acting & { textId: number }): Promise<TextRow> {
  const { db, textId, by } = input
  return db.transaction(async (tx) => {
    const [canceled] = await tx
      .update(texts)
      .set({ status: 'cancelled', lastError: null })
      .where(and(eq(texts.id, textId), eq(texts.status, 'queued')))
      .returning({ userId: texts.userId })
    const text = await getText(tx, textId)
    if (!text) throw notFound()
    if (!canceled) throw conflict('This text is no longer waiting to be sent.')
    await recordEvent(tx, by, 'text.cancelled', {
      object: `user:${canceled.userId}`,
      details: { text: textId },
    })
    return text
  })
}
