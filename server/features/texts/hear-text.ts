import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { currentTexts } from '@shared/consents'
import { formatUsNumber, readUsNumber, type TextStatus } from '@shared/texts'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import type { Database, Transaction } from '../../db/client'
import { lockPeople } from '../../db/lock-person'
import { consents } from '../../db/schema/consents'
import { messages } from '../../db/schema/messages'
import { heardTexts, texts } from '../../db/schema/texts'
import { recordEvent } from '../audit/record-event'
import { recordConsents } from '../consents/record-consents'
import { listConsents } from '../consents/queries'
import { notifySupport } from '../mail/notify-support'
import { defangName } from '../mail/plain-text'
import { findLastTexted, listPeopleByPhone } from './queries'
import { onlyRow } from '../../errors'

const stopWords = new Set([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
])
const startWords = new Set(['START', 'UNSTOP'])
/** The provider itself answers these. */
const helpWords = new Set(['HELP', 'INFO'])

/** A reply, as the provider tells of it. */
export interface HeardText {
  from: string
  body: string
  providerId: string
  /** The provider's own reading of the reply; null when it has no opinion. */
  optOutType: string | null
  /** Pictures and the like came with it. They stay with the provider. */
  hasPicture: boolean
}

const pictureSent = 'Sent a picture, which can’t be received by text'

type Command = 'stop' | 'start' | 'help'
const commandsOfProvider: Partial<Record<string, Command>> = {
  STOP: 'stop',
  START: 'start',
  HELP: 'help',
}

/** The command in a reply: the provider decides, who knows a STOP in other languages too; then our words. */
function readCommand({ body, optOutType }: HeardText): Command | null {
  const decided = commandsOfProvider[optOutType?.toUpperCase() ?? '']
  if (decided) return decided
  const word = body.toUpperCase().replaceAll(/[^\p{L}]/gu, '')
  if (stopWords.has(word)) return 'stop'
  if (startWords.has(word)) return 'start'
  return helpWords.has(word) ? 'help' : null
}

/**
 * Acts on a reply: STOP withdraws the consent to texts of everyone with that number, and START takes back a STOP
 * that came by reply. Other words of someone we know, and the news of a picture, go to the administrator's messages.
 * The provider repeats a call that it takes for lost; each reply acts once.
 */
export async function hearText(ctx: Ctx<EventSource>, reply: HeardText): Promise<void> {
  const { from, body, providerId, hasPicture } = reply
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const [heard] = await tx
      .insert(heardTexts)
      .values({ providerId })
      .onConflictDoNothing()
      .returning()
    if (!heard) return
    const command = readCommand(reply)
    if (command === 'stop') await optOut(tx, from)
    if (command === 'start') await optBackIn(tx, from)
    const words = [command ? '' : body.trim(), hasPicture ? pictureSent : ''].filter(Boolean)
    if (words.length > 0) await fileReply(inTx, { from, message: words.join('\n\n') })
  })
}

/**
 * Puts a reply into the administrator's messages. A number proves no account: under someone's name it goes only if
 * no one else has the number or was last texted there. Nothing is kept of a number that no one has.
 */
async function fileReply(
  ctx: TxCtx<EventSource>,
  { from, message }: { from: string; message: string },
): Promise<void> {
  const { db: tx } = ctx
  const people = await listPeopleAt(tx, from)
  const lastTexted = await findLastTexted(tx, from)
  const [person] = people
  if (!person && lastTexted === null) return
  const isTheirs = people.length === 1 && (lastTexted ?? person?.id) === person?.id
  const owner = isTheirs ? person : undefined
  const received = onlyRow(
    await tx
      .insert(messages)
      .values({
        name: owner?.firstName ?? formatUsNumber(from),
        email: owner?.email ?? null,
        subject: 'Reply to a text message',
        message: message.slice(0, 5_000).toWellFormed(),
        userId: owner?.id ?? null,
      })
      .returning({ id: messages.id }),
  )
  const by = owner ? { id: owner.id, ip: null } : { ip: null }
  await recordEvent({ db: tx, by }, 'message.received', `message:${received.id}`)
  await notifySupport(ctx, {
    text: `New reply to a text message from ${owner ? defangName(owner.firstName) : formatUsNumber(from)}`,
    path: `/admin/messages?open=${received.id}`,
  })
}

/** Withdraws the consent of everyone who has this number, or agreed to texts at it; cancels what is queued for them or for it. */
export async function optOut(tx: Transaction, from: string): Promise<void> {
  const people = await lockEveryoneAt(tx, from, await listConsentsFor(tx, from))
  for (const userId of people) {
    const before = await findTextConsent(tx, userId)
    if (before?.isGiven !== false) {
      const theirs = { db: tx, by: { id: userId, ip: null } }
      const textVersion = before?.textVersion ?? currentTexts.texts
      const kinds = [{ kind: 'texts', textVersion }] as const
      await recordConsents(theirs, { userId, kinds, isGiven: false, source: 'reply' })
      await recordEvent(theirs, 'text.stop-heard', `user:${userId}`, { said: 'STOP' })
    }
  }
  await tx
    .update(texts)
    .set({ status: 'cancelled', lastError: 'They replied STOP before it was sent.' })
    .where(
      and(or(inArray(texts.userId, people), eq(texts.recipient, from)), eq(texts.status, 'queued')),
    )
}

/** Takes back a STOP that came by reply, in the words that were agreed to before; nothing else. */
async function optBackIn(tx: Transaction, from: string): Promise<void> {
  for (const userId of await lockEveryoneAt(tx, from)) {
    const before = await findTextConsent(tx, userId)
    if (before?.isGiven !== false || before.source !== 'reply') continue
    const [agreed] = await tx
      .select({ textVersion: consents.textVersion })
      .from(consents)
      .where(
        and(
          eq(consents.userId, userId),
          eq(consents.kind, 'texts'),
          sql`${consents.isGiven}`,
          eq(consents.phoneDigits, sql`(select phone_digits from users where id = ${userId})`),
        ),
      )
      .orderBy(desc(consents.id))
      .limit(1)
    if (!agreed) continue
    const theirs = { db: tx, by: { id: userId, ip: null } }
    const kinds = [{ kind: 'texts', textVersion: agreed.textVersion }] as const
    await recordConsents(theirs, { userId, kinds, isGiven: true, source: 'reply' })
    await recordEvent(theirs, 'text.stop-heard', `user:${userId}`, { said: 'START' })
  }
}

const findTextConsent = async (tx: Transaction, userId: number) =>
  (await listConsents(tx, userId)).find(({ kind }) => kind === 'texts')

async function listPeopleAt(tx: Transaction, from: string) {
  const digits = readUsNumber(from)
  return digits === null ? [] : listPeopleByPhone(tx, digits)
}

/** The people whose newest word on texts is a yes for this number, which may be one that they had. */
async function listConsentsFor(tx: Transaction, from: string): Promise<number[]> {
  const { rows } = await tx.execute<{ userId: number }>(sql`
    select user_id as "userId" from ${consents} given
    where kind = 'texts' and is_given and phone_digits = ${readUsNumber(from)} and not exists (
      select from ${consents} later
      where later.user_id = given.user_id and later.kind = 'texts' and later.id > given.id)`)
  return rows.map(({ userId }) => userId)
}

async function lockEveryoneAt(tx: Transaction, from: string, others: readonly number[] = []) {
  const people = (await listPeopleAt(tx, from)).map(({ id }) => id)
  const locked = await lockPeople(tx, [...new Set([...people, ...others])])
  return locked.map(({ id }) => id)
}

/**
 * Calls come repeated and out of order, and a status only moves forward. One that may have been sent counts as failed
 * until a call says that it was.
 */
const before: Partial<Record<TextStatus, TextStatus[]>> = {
  sent: ['sending', 'failed'],
  delivered: ['sending', 'failed', 'sent'],
  undelivered: ['sending', 'failed', 'sent'],
}

/** Records the outcome of a text, as the provider tells of it. `code` is the carrier's reason, five digits. */
export async function noteStatus(
  db: Database,
  {
    id,
    providerId,
    status,
    code,
  }: { id: number; providerId: string; status: TextStatus; code: string | null },
): Promise<void> {
  const lastError =
    status === 'undelivered'
      ? `The carrier didn’t deliver it.${/^\d{5}$/.test(code ?? '') ? ` Please look up error ${code} in your Twilio console.` : ''}`
      : null
  await db
    .update(texts)
    .set({ status, lastError, providerId, sentAt: sql`coalesce(${texts.sentAt}, now())` })
    .where(
      and(
        eq(texts.id, id),
        // Calls can come before the response with the id.
        or(isNull(texts.providerId), eq(texts.providerId, providerId)),
        inArray(texts.status, before[status] ?? []),
      ),
    )
}
