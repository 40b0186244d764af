import { and, eq } from 'drizzle-orm'
import {
  countSegments,
  objectionToTexts,
  readUsNumber,
  writeEventText,
  type TextEvent,
  type TextKind,
} from '@shared/texts'
import { pages } from '@shared/pages'
import type { ReviewStatus } from '@shared/review'
import { addJob } from '../../db/add-job'
import type { Transaction } from '../../db/client'
import { drawId } from '../../db/draw-id'
import type { Outbox } from '../../db/outbox'
import { texts } from '../../db/schema/texts'
import type { MailDeps } from '../mail/find-sender'
import { endOfHold } from '../mail/queue-mail'
import { findTextReader, getTextSettings, sealedText } from './queries'
import { nextTextMoment } from './text-hours'

const dayMs = 86_400_000

export const textOutbox: Outbox = {
  table: texts,
  addSending: (tx, textId, runAt) =>
    addJob(tx, 'send-text', { textId }, { key: `text:${textId}`, ...(runAt && { runAt }) }),
}

type Reader = NonNullable<Awaited<ReturnType<typeof findTextReader>>>

/** Where someone's texts go, as the provider takes it; null for a number of another country. */
export function recipientOf({ phoneNumber }: Reader): string | null {
  const digits = readUsNumber(phoneNumber)
  return digits && `+1${digits}`
}

/** Why someone is not texted; null when they may be. */
export function objectionTo(reader: Reader | null): string | null {
  if (!reader || reader.isAdmin === 1) return 'They have no account.'
  return objectionToTexts({ ...reader, isClosing: reader.closesAt !== null })
}

/**
 * Texts someone about an event: nothing unless a provider is connected, the event is switched on, and they agreed to
 * texts. `notAfter`: when the news is old; a day without one.
 */
export async function queueEventText(
  tx: Transaction,
  deps: MailDeps,
  news: {
    userId: number
    event: TextEvent
    time?: string
    matchId?: number
    notBefore?: Date
    notAfter?: Date
  },
): Promise<void> {
  const { userId, event, time, matchId, notBefore, notAfter } = news
  const settings = await getTextSettings(tx)
  if (!settings?.kinds.includes(event)) return
  const reader = await findTextReader(tx, userId)
  if (!reader || objectionTo(reader)) return
  const body = fillEventText(deps, event, time)
  await insertText(tx, deps, { reader, kind: event, body, matchId, notBefore, notAfter })
}

function fillEventText({ env }: MailDeps, event: TextEvent, time: string | undefined): string {
  const { publicOrigin, brand } = env
  const link = `${publicOrigin}${pages.dashboard}`
  return writeEventText(event, { programName: brand.programName, link, ...(time && { time }) })
}

/** Has a text that waits say another time. */
export async function rewriteEventText(
  tx: Transaction,
  deps: MailDeps,
  { id, event, time }: { id: number; event: TextEvent; time: string },
): Promise<void> {
  const body = fillEventText(deps, event, time)
  const sealedContent = deps.sealer.seal(body, sealedText(id))
  const { segments } = countSegments(body)
  await tx.update(texts).set({ sealedContent, segments }).where(eq(texts.id, id))
}

/** Puts a text into the outbox, and the job that sends it in hours in which people may be texted. */
export async function insertText(
  tx: Transaction,
  { sealer }: MailDeps,
  text: {
    reader: Reader
    kind: TextKind
    body: string
    matchId?: number | undefined
    notBefore?: Date | undefined
    notAfter?: Date | undefined
  },
): Promise<number> {
  const { reader, kind, body, matchId, notBefore = new Date() } = text
  const { notAfter = new Date(notBefore.getTime() + dayMs) } = text
  const recipient = recipientOf(reader)
  if (recipient === null) throw new Error('The objection to this reader was not asked for.')
  const id = await drawId(tx, texts)
  const nextAttemptAt = nextTextMoment(notBefore, { ...reader, recipient })
  await tx.insert(texts).values({
    id,
    userId: reader.id,
    matchId,
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
  tx: Transaction,
  deps: MailDeps,
  { userId, status }: { userId: number; status: ReviewStatus },
): Promise<void> {
  await cancelDecisionTexts(tx, userId)
  if (status === 'pending') return
  await queueEventText(tx, deps, { userId, event: 'decision', notBefore: endOfHold() })
}

/** Queued texts are outdated. */
export async function cancelDecisionTexts(tx: Transaction, userId: number): Promise<void> {
  await tx
    .update(texts)
    .set({ status: 'cancelled' })
    .where(and(eq(texts.userId, userId), eq(texts.kind, 'decision'), eq(texts.status, 'queued')))
}
