import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import {
  countSegments,
  objectionToTexts,
  readUsNumber,
  writeEventText,
  type TextEvent,
  type TextKind,
  writeComposedText,
  type ComposeTextRequest,
} from '@shared/texts'
import { pages } from '@shared/pages'
import type { ReviewStatus } from '@shared/review'
import { addJob } from '../../db/add-job'
import type { EventSource, TxCtx, Ctx } from '../../ctx'
import type { Transaction } from '../../db/client'
import type { Outbox } from '../../db/outbox'
import { texts } from '../../db/schema/texts'
import { endOfHold } from '../mail/queue-mail'
import {
  findTextReader,
  findTextSettings,
  sealedText,
  getText,
  noProvider,
  type TextRow,
} from './queries'
import { nextTextMoment } from './text-hours'
import { drawId } from '../../db/ids'
import { lockPerson } from '../../db/lock-person'
import { conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'

const dayMs = 86_400_000

export const textOutbox: Outbox = {
  table: texts,
  addSending: (tx, textId, runAt) =>
    addJob(tx, 'send-text', { textId }, { key: `text:${textId}`, ...(runAt && { runAt }) }),
}

type Reader = NonNullable<Awaited<ReturnType<typeof findTextReader>>>

/** The number that someone's texts go to, as the provider takes it; null for a number of another country. */
export function recipientOf({ phoneNumber }: Reader): string | null {
  const digits = readUsNumber(phoneNumber)
  return digits && `+1${digits}`
}

type Acting = Pick<TxCtx<EventSource>, 'db' | 'env' | 'sealer'>

export function objectionTo(reader: Reader | null): string | null {
  if (!reader || reader.isAdmin === 1) return 'They have no account.'
  return objectionToTexts({ ...reader, isClosing: reader.closesAt !== null })
}

/**
 * Texts someone about an event: nothing unless a provider is connected, the event is switched on, and they agreed to
 * texts. `notAfter`: when the news is old; a day without one.
 */
export async function queueEventText(
  ctx: Acting,
  news: {
    userId: number
    event: TextEvent
    time?: string
    matchId?: number
    decisionId?: number
    notBefore?: Date
    notAfter?: Date
  },
): Promise<void> {
  const { userId, event, time, ...about } = news
  const settings = await findTextSettings(ctx.db)
  if (!settings?.kinds.includes(event)) return
  const reader = await findTextReader(ctx.db, userId)
  if (!reader || objectionTo(reader)) return
  const body = fillEventText(ctx, event, time)
  await insertText(ctx, { reader, kind: event, body, ...about })
}

function fillEventText({ env }: Acting, event: TextEvent, time: string | undefined): string {
  const { publicOrigin, brand } = env
  const link = `${publicOrigin}${pages.dashboard}`
  return writeEventText(event, { programName: brand.programName, link, ...(time && { time }) })
}

/** Has a text that waits say another time. */
export async function rewriteEventText(
  ctx: Acting,
  { id, event, time }: { id: number; event: TextEvent; time: string },
): Promise<void> {
  const body = fillEventText(ctx, event, time)
  const sealedContent = ctx.sealer.seal(body, sealedText(id))
  const { segments } = countSegments(body)
  await ctx.db.update(texts).set({ sealedContent, segments }).where(eq(texts.id, id))
}

/** Puts a text into the outbox, and the job that sends it in hours in which people may be texted. */
async function insertText(
  { db: tx, sealer }: Acting,
  text: {
    reader: Reader
    kind: TextKind
    body: string
    matchId?: number | undefined
    decisionId?: number | undefined
    notBefore?: Date | undefined
    notAfter?: Date | undefined
  },
): Promise<number> {
  const { reader, kind, body, matchId, decisionId, notBefore = new Date() } = text
  const { notAfter = new Date(notBefore.getTime() + dayMs) } = text
  const recipient = recipientOf(reader)
  if (recipient === null) throw new Error('The objection to this reader was not asked for.')
  const id = await drawId(tx, texts)
  const nextAttemptAt = nextTextMoment(notBefore, { ...reader, recipient })
  await tx.insert(texts).values({
    id,
    userId: reader.id,
    matchId,
    decisionId,
    kind,
    recipient,
    sealedContent: sealer.seal(body, sealedText(id)),
    segments: countSegments(body).segments,
    nextAttemptAt,
    notAfter,
  })
  await textOutbox.addSending(tx, id, nextAttemptAt)
  return id
}

/** Tells someone that there is news about their application, unless that is taken back within the minute. */
export async function textDecision(
  ctx: Acting,
  { userId, status, decisionId }: { userId: number; status: ReviewStatus; decisionId: number },
): Promise<void> {
  // Texts that wait are outdated.
  await ctx.db
    .update(texts)
    .set({ status: 'cancelled', cancelledByDecision: decisionId })
    .where(and(eq(texts.userId, userId), eq(texts.kind, 'decision'), eq(texts.status, 'queued')))
  if (status === 'pending') return
  await queueEventText(ctx, {
    userId,
    event: 'decision',
    decisionId,
    notBefore: endOfHold(),
  })
}

/**
 * Keeps the texts about these decisions from leaving, and has those wait again that they canceled, as far as they still
 * come in time. Returns whether one had left.
 */
export async function undoDecisionTexts(tx: Transaction, decisionIds: number[]): Promise<boolean> {
  const ofThese = inArray(texts.decisionId, decisionIds)
  await tx
    .update(texts)
    .set({ status: 'cancelled' })
    .where(and(ofThese, eq(texts.status, 'queued')))
  const back = await tx
    .update(texts)
    .set({ status: 'queued', cancelledByDecision: null })
    .where(and(inArray(texts.cancelledByDecision, decisionIds), gt(texts.notAfter, sql`now()`)))
    .returning({ id: texts.id, nextAttemptAt: texts.nextAttemptAt })
  for (const { id, nextAttemptAt } of back) await textOutbox.addSending(tx, id, nextAttemptAt)
  return (await tx.$count(texts, and(ofThese, hasLeft))) > 0
}

/** Whether a text has left or may have: the provider has it, or its attempt is under way. */
const hasLeft = inArray(texts.status, ['sending', 'sent', 'delivered'])

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
