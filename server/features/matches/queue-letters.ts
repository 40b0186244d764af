import { and, eq, inArray, isNull, notInArray, or } from 'drizzle-orm'
import type { Side } from '@shared/matches'
import { pages } from '@shared/pages'
import type { Transaction } from '../../db/client'
import { mails } from '../../db/schema/mail'
import { describeSender, type MailCtx } from '../mail/find-sender'
import { notifySupport } from '../mail/notify-support'
import { cancelQueued } from '../mail/queue-decision-mail'
import { endOfHold } from '../mail/queue-mail'
import { sendLetter } from '../mail/send-letter'
import { fillMatchLetter, type People } from './fill-letter'
import {
  concerned,
  keepsReminders,
  lettersFor,
  type MatchChange,
  type MatchLetter,
  type Reader,
} from './letters'
import { queueMatchTexts } from './queue-texts'
import { countOffers, getMatch, getMeetingSettings, type MatchRow } from './queries'
import { openToken } from './write-match'
import { listWritten, neverLeft, readDelivered, type Written } from './written-letters'

/**
 * Tells both people and the host of a step that was just written, and sets what they are reminded of later. Letters
 * of the steps before that wait and no longer apply are kept from leaving.
 */
export async function queueMatchLetters(ctx: MailCtx, change: MatchChange): Promise<void> {
  const { db: tx } = ctx
  const { after, by, isUndo = false } = change
  const reminders = keepsReminders(change) ? await holdReminders(tx, change) : []
  await cancelMatchLetters(tx, after.id, concerned(change), reminders.map(idOf))
  await forgetUndone(tx, change)
  const people = await readPeople(ctx, after)
  const written = await listWritten(tx, after.id)
  const letters = composeLetters(ctx, { change, people, written })
  const outdated = reminders.filter((waits) => !letters.some((letter) => isSame(waits, letter)))
  await cancelQueued(tx, inArray(mails.id, outdated.map(idOf)))
  await noteForSupport(ctx, change)
  const leavesAt = by === 'administrator' && !isUndo ? endOfHold() : undefined
  const { timeZone } = people.partner
  await queueMatchTexts(ctx, { change, letters, timeZone, leavesAt })
  const unsent = letters.filter((letter) => !reminders.some((waits) => isSame(waits, letter)))
  await sendLetters(ctx, { match: after, people, letters: unsent, leavesAt })
}

/** Throws where someone would get a letter without a link that is good. */
export async function readPeople(ctx: MailCtx, match: MatchRow): Promise<People> {
  const { partner, entrepreneur } = await getMatch(ctx.db, match.id)
  const token = openToken(ctx.sealer, match)
  const offers = await countOffers(ctx.db, { partnerId: partner.id, isTold: true })
  const { minutes } = await getMeetingSettings(ctx.db)
  if (!entrepreneur) return { partner, entrepreneur, offers, minutes }
  if (token === null) throw new Error(`Introduction ${match.id} has no link.`)
  return { partner, entrepreneur: { ...entrepreneur, token }, offers, minutes }
}

/** The letters about a change, by what was written before. */
export function composeLetters(
  { env }: Pick<MailCtx, 'env'>,
  about: { change: MatchChange; people: People; written: readonly Written[] },
): MatchLetter[] {
  const { change, people, written } = about
  const isErased = change.reader?.what === 'erased'
  const toldOf = (side: Side | null, address: string | null) => {
    const theirs = written.filter(({ matchSide }) => matchSide === side)
    return readDelivered({ written: theirs, address, change })
  }
  const told = {
    partner: toldOf('partner', isErased ? null : people.partner.email),
    entrepreneur: toldOf('entrepreneur', people.entrepreneur?.email ?? null),
    host: toldOf(null, env.brand.supportEmail),
  }
  return lettersFor(change, told, new Date())
}

/** Puts letters into the outbox. */
export async function sendLetters(
  ctx: MailCtx,
  about: {
    match: MatchRow
    people: People
    letters: readonly MatchLetter[]
    leavesAt: Date | undefined
    isErased?: boolean
  },
): Promise<void> {
  const { db: tx } = ctx
  const { match, people, letters, leavesAt, isErased = false } = about
  const sender = await describeSender(tx, ctx.env)
  if (!sender) return
  for (const letter of letters) {
    const { to, at = leavesAt } = letter
    await sendLetter(ctx, {
      ...fillMatchLetter(ctx, letter, { match, people, from: sender.from, isErased }),
      matchId: match.id,
      matchSide: to === 'host' ? null : to,
      // Identifies the step that the letter is about.
      createdAt: match.movedAt,
      nextAttemptAt: at,
    })
  }
}

/** Cancels queued letters about a match: all, or those to some of its readers. */
export async function cancelMatchLetters(
  tx: Transaction,
  matchId: number,
  to: readonly Reader[] = ['partner', 'entrepreneur', 'host'],
  kept: readonly number[] = [],
): Promise<void> {
  const theirs = inArray(
    mails.matchSide,
    to.filter((reader) => reader !== 'host'),
  )
  const all = to.includes('host') ? or(theirs, isNull(mails.matchSide)) : theirs
  await cancelQueued(tx, and(eq(mails.matchId, matchId), all, notInArray(mails.id, [...kept])))
}

type Waiting = Awaited<ReturnType<typeof holdReminders>>[number]
const idOf = ({ id }: { id: number }) => id
const isSame = (waits: Waiting, { to, at }: MatchLetter) =>
  waits.reader === to && waits.leavesAt === at?.getTime()

/** Waiting reminders of those whom a step concerns, held so that none begins to leave. */
async function holdReminders(tx: Transaction, change: MatchChange) {
  const waiting = await tx
    .select({ id: mails.id, matchSide: mails.matchSide, nextAttemptAt: mails.nextAttemptAt })
    .from(mails)
    .where(
      and(
        eq(mails.matchId, change.after.id),
        eq(mails.kind, 'meeting-reminder'),
        eq(mails.status, 'queued'),
      ),
    )
    .for('update')
  return waiting
    .map(({ id, matchSide, nextAttemptAt }) => {
      const reader: Reader = matchSide ?? 'host'
      return { id, reader, leavesAt: nextAttemptAt.getTime() }
    })
    .filter(({ reader }) => concerned(change).includes(reader))
}

/** Letters about an undone step that never left are no longer about the match: nobody lacks their news. */
async function forgetUndone(tx: Transaction, { before, isUndo = false }: MatchChange) {
  if (!isUndo || !before) return
  const isOfIt = and(eq(mails.matchId, before.id), eq(mails.createdAt, before.movedAt))
  await tx.update(mails).set({ matchId: null }).where(and(isOfIt, neverLeft))
}

/** Tells the support mailbox of a step. No notice names anyone, so none has to be forgotten with them. */
async function noteForSupport(ctx: MailCtx, change: MatchChange) {
  const { before, after, by, isUndo = false } = change
  if (isUndo || by === 'administrator') return
  const happened =
    before?.state === after.state
      ? by === 'entrepreneur' && `The entrepreneur answered about introduction ${after.id}`
      : outcomes[after.state]?.(after.id)
  const path = `${pages.adminMatching}?open=${after.id}`
  if (happened) await notifySupport(ctx, { text: happened, path })
}

const outcomes: Partial<Record<MatchRow['state'], (id: number) => string>> = {
  succeeded: (id) => `It’s a match: both sides of introduction ${id} accepted`,
  ended: (id) => `Introduction ${id} won’t move forward`,
}
