import { and, eq, gt, isNotNull, lt, notInArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Ctx, EventSource } from '../../ctx'
import type { Database, Queryable } from '../../db/client'
import { noteOutage, noteWorking } from '../../db/outages'
import { beginAttempt, isDue, recordFailure, tryAfterAttempt } from '../../db/outbox'
import { heardTexts, texts } from '../../db/schema/texts'
import { openOrNull, type Sealer } from '../../db/sealing'
import { optOut } from './hear-text'
import { findProvider, findTextReader, noProvider, sealedText, TextSetupError } from './queries'
import { objectionTo, recipientOf, textOutbox } from './queue-text'
import { nextTextMoment } from './text-hours'
import { postText, type SendOutcome } from './twilio'

const keptDays = 90
/** More within a day are a nuisance, whatever causes them; an introduction's busiest day has six. */
const mostPerDay = 10

type Claimed = typeof texts.$inferSelect

/**
 * Sends one text of the outbox, once or not at all: the provider has no idempotency key,
 * so only a request that surely never reached it is retried.
 */
export async function sendText(ctx: Ctx<EventSource> & { db: Database }, textId: number) {
  const { db, env, sealer, logger } = ctx
  const [text] = await db
    .update(texts)
    .set({ status: 'sending', ...beginAttempt(texts) })
    .where(and(eq(texts.id, textId), isDue(texts)))
    .returning()
  if (!text) return giveUpInterrupted(db, textId)
  const reader = await findTextReader(db, text.userId)
  const recipient = reader && recipientOf(reader)
  if (recipient && recipient !== text.recipient)
    return cancel(db, text, 'Their phone number has changed since it was queued.')
  const objection = objectionTo(reader)
  if (objection || !reader) return cancel(db, text, objection)
  const moment = nextTextMoment(new Date(), { ...text, ...reader })
  if (moment > text.notAfter) return cancel(db, text, 'It could no longer be sent in time.')
  if (moment.getTime() > Date.now()) return postpone(db, text, moment)
  if ((await countOthersOfDay(db, text)) >= mostPerDay)
    return cancel(db, text, `This number already got ${mostPerDay} texts within a day.`)

  const ready = await prepare(db, sealer, text)
  if (typeof ready === 'string') return finish(db, text, { status: 'failed', lastError: ready })
  const { provider, body } = ready
  const outcome = await postText(env.smsApiUrl, provider, {
    to: text.recipient,
    body,
    // The provider cannot call a loopback address.
    statusCallback: env.isHttps ? `${env.publicOrigin}/sms/status/${text.id}` : undefined,
  })
  if (outcome.kind !== 'sent') {
    const { kind, attempts: attempt } = text
    logger.warn({ textId, kind, attempt, outcome: outcome.kind }, 'text not sent')
  }
  await record(db, text, outcome)
  await noteOutcome(db, outcome)
}

/** Those of processes whose last text got no clear answer. */
const unsure = new WeakSet<Queryable>()

/** Takes note of whether texts go out at all. A single one without a clear answer, which isn't tried again, says nothing. */
export async function noteOutcome(db: Queryable, outcome: SendOutcome): Promise<void> {
  const isClear = outcome.kind !== 'unknown'
  if (isClear) unsure.delete(db)
  else if (!unsure.has(db)) return void unsure.add(db)
  const works = outcome.kind === 'sent' || (outcome.kind === 'refused' && !outcome.isOfAll)
  await (works ? noteWorking : noteOutage)(db, 'texts')
}

/** A text that has left, or is leaving and began before this one. */
const hasBegunBefore = (id: number) => sql`(${texts.status} <> 'sending'
  or (${texts.nextAttemptAt}, ${texts.id}) < (select next_attempt_at, id from ${texts} mine where mine.id = ${id}))`

/** Other texts to the same number that left within a day, or are leaving before this one, whoever they are for. */
const countOthersOfDay = (db: Database, { id, recipient }: Claimed) =>
  db.$count(
    texts,
    and(
      eq(texts.recipient, recipient),
      notInArray(texts.status, ['queued', 'cancelled']),
      hasBegunBefore(id),
      gt(sql`coalesce(${texts.sentAt}, ${texts.nextAttemptAt})`, sql`now() - interval '1 day'`),
    ),
  )

/** The provider and the words, or what is wrong with either. */
async function prepare(db: Database, sealer: Sealer, { id, sealedContent }: Claimed) {
  try {
    const provider = await findProvider(db, sealer)
    if (!provider) return noProvider
    const body = openOrNull(() => sealer.open(sealedContent ?? '', sealedText(id)))
    return body === null
      ? 'Its words can’t be opened because their key is gone.'
      : { provider, body }
  } catch (error) {
    if (error instanceof TextSetupError) return error.message
    throw error
  }
}

async function record(db: Database, text: Claimed, outcome: SendOutcome): Promise<void> {
  if (outcome.kind === 'sent') {
    const { providerId } = outcome
    // A call about its delivery may have come before, or it may have been taken for lost.
    const isNews = sql`${texts.status} in ('sending', 'failed')`
    await db
      .update(texts)
      .set({
        providerId,
        sentAt: sql`coalesce(${texts.sentAt}, now())`,
        lastError: sql`case when ${isNews} then null else ${texts.lastError} end`,
        status: sql`case when ${isNews} then 'sent' else ${texts.status} end`,
      })
      .where(eq(texts.id, text.id))
    return
  }
  const failure = { message: outcome.reason, isFinal: outcome.kind !== 'unsent' }
  await recordFailure(db, textOutbox, { ...text, failure })
  if (outcome.kind === 'refused' && outcome.isOptedOut)
    await db.transaction((tx) => optOut(tx, text.recipient))
}

async function finish(
  db: Database,
  { id }: Claimed,
  outcome: { status: 'failed' | 'cancelled'; lastError: string | null },
): Promise<void> {
  await db
    .update(texts)
    .set(outcome)
    .where(and(eq(texts.id, id), eq(texts.status, 'sending')))
}

const cancel = (db: Database, text: Claimed, lastError: string | null) =>
  finish(db, text, { status: 'cancelled', lastError })

/** It is night where its reader is; waiting for the morning is no attempt. */
async function postpone(db: Database, { id }: Claimed, nextAttemptAt: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [kept] = await tx
      .update(texts)
      .set({
        status: 'queued',
        nextAttemptAt,
        attempts: sql`${texts.attempts} - 1`,
        // Not overdue before the morning, also when it failed in the evening.
        dueAt: nextAttemptAt,
      })
      .where(and(eq(texts.id, id), eq(texts.status, 'sending')))
      .returning({ id: texts.id })
    if (!kept) return
    await textOutbox.addSending(tx, id, nextAttemptAt)
  })
}

/** A text that was being handed over when its process ended may have been sent, so that it is not tried again. */
async function giveUpInterrupted(db: Database, textId: number): Promise<void> {
  const [lost] = await db
    .update(texts)
    .set({
      status: 'failed',
      lastError: 'The portal stopped while it was sending this. It may have been sent.',
    })
    .where(
      and(eq(texts.id, textId), eq(texts.status, 'sending'), lt(texts.nextAttemptAt, sql`now()`)),
    )
    .returning({ id: texts.id })
  if (!lost) await tryAfterAttempt(db, textOutbox, textId)
}

const isOld = (column: AnyPgColumn) => lt(column, sql`now() - make_interval(days => ${keptDays})`)

/** The words of texts, and the ids of replies that were received, are kept for 90 days. */
export async function forgetOldTexts(db: Database): Promise<number> {
  await db.delete(heardTexts).where(isOld(heardTexts.heardAt))
  const { rowCount } = await db
    .update(texts)
    .set({ sealedContent: null })
    .where(and(isOld(texts.createdAt), isNotNull(texts.sealedContent)))
  return rowCount ?? 0
}
