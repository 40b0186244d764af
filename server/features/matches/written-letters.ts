import { and, asc, eq, inArray, max, not, or, sql, desc } from 'drizzle-orm'
import type { Side } from '@shared/matches'
import type { Queryable } from '../../db/client'
import { mails } from '../../db/schema/mail'
import { matches, isOpenIn } from '../../db/schema/matches'
import type { Delivered, MatchChange } from './letters'
import type { Meeting } from './write-invite'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { users } from '../../db/schema/users'

export type Written = Awaited<ReturnType<typeof listWritten>>[number]

/** Canceled before it left. */
export const neverLeft = sql`(${mails.status} = 'cancelled' and ${mails.attempts} = 0)`

/**
 * Letters about a match, oldest first. Of those that were canceled before they left, only the newest of each reader
 * still says something: that its reader lacks its news.
 */
export function listWritten(db: Queryable, matchId: number) {
  const ofMatch = eq(mails.matchId, matchId)
  const lacked = db
    .select({ id: max(mails.id) })
    .from(mails)
    .where(and(ofMatch, neverLeft, eq(mails.kind, 'meeting')))
    .groupBy(mails.matchSide)
  return db
    .select({
      id: mails.id,
      kind: mails.kind,
      recipient: mails.recipient,
      matchSide: mails.matchSide,
      status: mails.status,
      attempts: mails.attempts,
      createdAt: mails.createdAt,
      nextAttemptAt: mails.nextAttemptAt,
      calendarMethod: mails.calendarMethod,
      meetingStartsAt: mails.meetingStartsAt,
      meetingEndsAt: mails.meetingEndsAt,
    })
    .from(mails)
    .where(and(ofMatch, or(not(neverLeft), inArray(mails.id, lacked))))
    .orderBy(asc(mails.id))
}

/** An attempt is counted when it begins; what a server refused for good has reached no one. */
const hasLeft = ({ status, attempts }: Written) =>
  status === 'sent' || (attempts > 0 && status !== 'failed')

const isOfStep = ({ createdAt }: Written, step: { movedAt: Date } | null) =>
  createdAt.getTime() === step?.movedAt.getTime()

/** A reminder that has left told its reader what it reminds of. */
export const isNews = (mail: Written) => hasLeft(mail) || mail.kind !== 'meeting-reminder'

/** As many as two people can cause who book and cancel as often as they may. */
const manyADay = 12
const dayMs = 86_400_000
const isOfToday = ({ status, createdAt }: Written) =>
  status !== 'cancelled' && createdAt.getTime() > Date.now() - dayMs

/** The news that someone has by the letters written to them, oldest first, and the meetings that their calendars show. */
export function readDelivered(about: {
  written: readonly Written[]
  address: string | null
  change: MatchChange
}): Delivered {
  const { written, address, change } = about
  const undone = change.isUndo ? change.before : null
  const isHere = (recipient: string) => recipient.toLowerCase() === address?.toLowerCase()
  const left = written.filter(hasLeft)
  const calendars = new Map<string, Meeting | null>()
  for (const { recipient, status, calendarMethod, ...meeting } of left) {
    // One that is written anew may not have left: it is repeated here, and taken back elsewhere.
    if (change.reader && status === 'queued' && isHere(recipient)) continue
    const { meetingStartsAt: startsAt, meetingEndsAt: endsAt } = meeting
    if (!calendarMethod || !startsAt || !endsAt) continue
    calendars.set(
      recipient.toLowerCase(),
      calendarMethod === 'CANCEL' ? null : { startsAt, endsAt },
    )
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
    lastNewsUnsent: waits || (earlier !== undefined && !hasLeft(earlier)),
    nothingSent: written.length > 0 && left.length === 0,
    hadMany: written.filter(isOfToday).length >= manyADay,
  }
}

/** Whether letters about a match's last step were sent, and until when the others can be canceled. */
export async function findLetterHold(
  db: Queryable,
  match: { id: number; movedAt: Date },
): Promise<{ leavesAt: Date | null; haveLeft: boolean }> {
  const written = (await listWritten(db, match.id)).filter((mail) => isOfStep(mail, match))
  const held = written.filter((mail) => mail.status === 'queued' && !hasLeft(mail) && isNews(mail))
  const leaving = held.map(({ nextAttemptAt }) => nextAttemptAt.getTime())
  return {
    leavesAt: leaving.length > 0 ? new Date(Math.min(...leaving)) : null,
    haveLeft: written.some(hasLeft),
  }
}

/** By open match: whose newest letter about it was refused for good. */
export type Unreached = ReadonlyMap<number, Side[]>

/** An address that was corrected since then has refused nothing. */
const isPresentAddress = sql`lower(${mails.recipient}) = lower((
  case ${mails.matchSide} when 'partner' then ${users.email} else ${entrepreneurs.email} end)::text)`

/** A failed mail is due no more: when it was due last is when it failed. */
const triedAt = sql`coalesce(${mails.sentAt}, ${mails.nextAttemptAt})`

export async function findUnreached(db: Queryable, ids: readonly number[]): Promise<Unreached> {
  const newest = await db
    .selectDistinctOn([mails.matchId, mails.matchSide], {
      matchId: matches.id,
      side: mails.matchSide,
      status: mails.status,
    })
    .from(mails)
    .innerJoin(matches, eq(matches.id, mails.matchId))
    .innerJoin(users, eq(users.id, matches.partnerId))
    .leftJoin(entrepreneurs, eq(entrepreneurs.id, matches.entrepreneurId))
    .where(
      and(
        inArray(mails.matchId, [...ids]),
        isOpenIn(matches),
        isPresentAddress,
        inArray(mails.status, ['sent', 'failed']),
      ),
    )
    .orderBy(mails.matchId, mails.matchSide, desc(triedAt), desc(mails.id))
  const unreached = new Map<number, Side[]>()
  for (const { matchId, side, status } of newest)
    if (side && status === 'failed')
      unreached.set(matchId, [...(unreached.get(matchId) ?? []), side])
  return unreached
}
