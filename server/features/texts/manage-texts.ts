import { and, eq } from 'drizzle-orm'
import { writeComposedText, type ComposeTextRequest } from '@shared/texts'
import type { Ctx } from '../../ctx'
import { lockPerson } from '../../db/lock-person'
import { texts } from '../../db/schema/texts'
import { conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { findTextReader, getText, findTextSettings, noProvider, type TextRow } from './queries'
import { insertText, objectionTo } from './queue-text'

/**
 * Sends someone a text that the administrator wrote. Throws 404 without such a person, 409 for someone who didn't agree to
 * texts, and while no provider is connected.
 */
export async function composeText(
  ctx: Ctx,
  { userId, body }: ComposeTextRequest,
): Promise<TextRow> {
  return ctx.tx(async (inTx) => {
    const { db: tx, env } = inTx
    if (!(await lockPerson(tx, userId))) throw notFound()
    if (!(await findTextSettings(tx))) throw conflict(noProvider)
    const reader = await findTextReader(tx, userId)
    const objection = objectionTo(reader)
    if (!reader || objection) throw conflict(objection ?? '', { userId: objection ?? '' })
    const id = await insertText(inTx, {
      reader,
      kind: 'composed',
      body: writeComposedText(body, env.brand),
    })
    await recordEvent(inTx, 'text.composed', `user:${userId}`, { text: id })
    return getText(tx, id)
  })
}

/** Keeps a queued text from being sent. Throws 409 when it is no longer queued. */
export async function cancelText(ctx: Ctx, textId: number): Promise<TextRow> {
  return ctx.tx(async ({ db: tx, by }) => {
    const [canceled] = await tx
      .update(texts)
      .set({ status: 'cancelled', lastError: null })
      .where(and(eq(texts.id, textId), eq(texts.status, 'queued')))
      .returning({ userId: texts.userId })
    const text = await getText(tx, textId)
    if (!canceled) throw conflict('This text is no longer waiting to be sent.')
    await recordEvent({ db: tx, by }, 'text.cancelled', `user:${canceled.userId}`, { text: textId })
    return text
  })
}
