import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Side } from '@shared/matches'
import { pages } from '@shared/pages'
import type { Queryable, Transaction } from '../../db/client'
import { mails } from '../../db/schema/mail'
import { matches } from '../../db/schema/matches'
import { describeSender, type MailDeps } from '../mail/find-sender'
import { notifySupport } from '../mail/notify-support'
import { cancelQueued } from '../mail/queue-decision-mail'
import { endOfHold, openContent } from '../mail/queue-mail'
import { sendLetter } from '../mail/send-letter'
import { fillLetter, type People } from './fill-letter'
import {
  concerned,
  lettersFor,
  type MatchChange,
  type MatchLetter,
  type MatchRow,
  type Reader,
  type Told,
} from './letters'
import { queueMatchTexts } from './queue-texts'
import { readPeople } from './read-people'
import { readMeeting, type Meeting } from './write-invite'

/**
 * Tells both people and the host of a step that was just written, and sets what they are reminded of later. Letters
 * of the steps before that wait and no longer apply are kept from leaving.
 */
export async function queueMatchLetters(
  tx: Transaction,
  deps: MailDeps,
  change: MatchChange,
): Promise<void> {
  const { after, by, isUndo = false } = change
  await cancelMatchLetters(tx, after.id, concerned(change))
  const people = await readPeople(tx, deps, after)
  const written = await forgetUndone(tx, change, await listWritten(tx, after.id))
  const letters = composeLetters(deps, { change, people, written })
  await noteForSupport(tx, deps, change)
  const leavesAt = by === 'administrator' && !isUndo ? endOfHold() : undefined
  const { timeZone } = people.partner
  await queueMatchTexts(tx, deps, { change, letters, timeZone, leavesAt })
  await sendLetters(tx, deps, { match: after, people, letters, leavesAt })
}

/** The letters about a change, by what was written before. */
export function composeLetters(
  deps: MailDeps,
  about: { change: MatchChange; people: People; written: readonly Written[] },
): MatchLetter[] {
  const { change, people, written } = about
  const isErased = change.reader?.what === 'erased'
  const toldOf = (side: Side | null, address: string | null) => {
    const theirs = written.filter(({ matchSide }) => matchSide === side)
    return readTold(deps, { written: theirs, address, change })
  }
  const told = {
    partner: toldOf('partner', isErased ? null : people.partner.email),
    entrepreneur: toldOf('entrepreneur', people.entrepreneur?.email ?? null),
    host: toldOf(null, deps.env.brand.supportEmail),
  }
  return lettersFor(change, told, new Date())
}

/** Puts letters into the outbox. */
export async function sendLetters(
  tx: Transaction,
  deps: MailDeps,
  about: {
    match: MatchRow
    people: People
    letters: readonly MatchLetter[]
    leavesAt: Date | undefined
    isErased?: boolean
  },
): Promise<void> {
  const { match, people, letters, leavesAt, isErased = false } = about
  const sender = await describeSender(tx, deps.env)
  if (!sender) return
  for (const letter of letters) {
    const { to, at = leavesAt } = letter
    await sendLetter(tx, deps, {
      ...fillLetter(deps, letter, { match, people, from: sender.from, isErased }),
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
): Promise<void> {
  const theirs = inArray(
    mails.matchSide,
    to.filter((reader) => reader !== 'host'),
  )
  const all = to.includes('host') ? or(theirs, isNull(mails.matchSide)) : theirs
  await cancelQueued(tx, and(eq(mails.matchId, matchId), all))
}

/** Letters about an undone step that never left are no longer about the match: nobody lacks their news. */
async function forgetUndone(
  tx: Transaction,
  { before, isUndo = false }: MatchChange,
  written: readonly Written[],
): Promise<readonly Written[]> {
  const isForgotten = (mail: Written) =>
    isUndo && isOfStep(mail, before) && mail.status === 'cancelled' && !hasLeft(mail)
  const forgotten = written.filter(isForgotten).map(({ id }) => id)
  if (forgotten.length === 0) return written
  await tx.update(mails).set({ matchId: null }).where(inArray(mails.id, forgotten))
  return written.filter((mail) => !isForgotten(mail))
}

/** Whether letters about a match's last step were sent, and until when the others can be canceled. */
export async function findLetterHold(
  db: Queryable,
  matchId: number,
): Promise<{ leavesAt: Date | null; haveLeft: boolean }> {
  const [match] = await db
    .select({ movedAt: matches.movedAt })
    .from(matches)
    .where(eq(matches.id, matchId))
  const written = (await listWritten(db, matchId)).filter((mail) => isOfStep(mail, match))
  const held = written.filter((mail) => mail.status === 'queued' && !hasLeft(mail) && isNews(mail))
  const leaving = held.map(({ nextAttemptAt }) => nextAttemptAt.getTime())
  return {
    leavesAt: leaving.length > 0 ? new Date(Math.min(...leaving)) : null,
    haveLeft: written.some(hasLeft),
  }
}

export type Written = Awaited<ReturnType<typeof listWritten>>[number]

/** All letters about a match, oldest first. */
export const listWritten = (db: Queryable, matchId: number) =>
  db
    .select({
      id: mails.id,
      kind: mails.kind,
      recipient: mails.recipient,
      matchSide: mails.matchSide,
      status: mails.status,
      attempts: mails.attempts,
      createdAt: mails.createdAt,
      nextAttemptAt: mails.nextAttemptAt,
      sealedContent: mails.sealedContent,
    })
    .from(mails)
    .where(eq(mails.matchId, matchId))
    .orderBy(asc(mails.id))

/** An attempt is counted when it begins; what a server refused for good has reached no one. */
const hasLeft = ({ status, attempts }: Written) =>
  status === 'sent' || (attempts > 0 && status !== 'failed')

const isOfStep = ({ createdAt }: Written, step: { movedAt: Date } | null | undefined) =>
  createdAt.getTime() === step?.movedAt.getTime()

/** A reminder that has left told its reader what it reminds of. */
export const isNews = (mail: Written) => hasLeft(mail) || mail.kind !== 'meeting-reminder'

/** As many as two people can cause who book and cancel as often as they may. */
const manyADay = 12
const dayMs = 86_400_000
const isOfToday = ({ status, createdAt }: Written) =>
  status !== 'cancelled' && createdAt.getTime() > Date.now() - dayMs

/** What someone knows by the letters that were written to them, oldest first, and what calendars of theirs show. */
function readTold(
  { sealer }: MailDeps,
  about: { written: readonly Written[]; address: string | null; change: MatchChange },
): Told {
  const { written, address, change } = about
  const undone = change.isUndo ? change.before : null
  const isHere = (recipient: string) => recipient.toLowerCase() === address?.toLowerCase()
  const left = written.filter(hasLeft)
  const calendars = new Map<string, Meeting | null>()
  for (const { id, recipient, status, sealedContent } of left) {
    // One that is written anew may not have left: it is repeated here, and taken back elsewhere.
    if (change.reader && status === 'queued' && isHere(recipient)) continue
    const entry = sealedContent && openContent(sealer, sealedContent, id)?.invite
    if (entry) calendars.set(recipient.toLowerCase(), readMeeting(entry))
  }
  const news = written.filter((mail) => isNews(mail) && mail.kind !== 'meeting-removal')
  const earlier = news.findLast((mail) => !isOfStep(mail, undone))
  const waits = change.reader ? news.some(({ status }) => status === 'queued') : false
  return {
    meeting: (address && calendars.get(address.toLowerCase())) || null,
    elsewhere: [...calendars].flatMap(([recipient, meeting]) =>
      meeting && !isHere(recipient) ? [{ address: recipient, meeting }] : [],
    ),
    hasHeard: left.some((mail) => isOfStep(mail, undone) && isHere(mail.recipient)),
    isBehind: waits || (earlier !== undefined && !hasLeft(earlier)),
    knowsNothing: written.length > 0 && left.length === 0,
    hadMany: written.filter(isOfToday).length >= manyADay,
  }
}

/** What the support mailbox is told about a step. No notice names anyone, so none has to be forgotten with them. */
async function noteForSupport(tx: Transaction, deps: MailDeps, change: MatchChange) {
  const { before, after, by, isUndo = false } = change
  if (isUndo || by === 'administrator') return
  const happened =
    before?.state === after.state
      ? by === 'entrepreneur' && `The entrepreneur answered about introduction ${after.id}`
      : outcomes[after.state]?.(after.id)
  const path = `${pages.adminMatching}?open=${after.id}`
  if (happened) await notifySupport(tx, deps, { text: happened, path })
}

const outcomes: Partial<Record<MatchRow['state'], (id: number) => string>> = {
  succeeded: (id) => `It’s a match: both sides of introduction ${id} accepted`,
  ended: (id) => `Introduction ${id} isn’t going ahead`,
}
