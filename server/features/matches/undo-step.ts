import { eq, sql } from 'drizzle-orm'
import { violatesExclusion, violatesUnique, type Database, type Transaction } from '../../db/client'
import { matches } from '../../db/schema/matches'
import { conflict, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { isOpen } from './next-match'
import { hiddenSeconds, takesPart } from './policy'
import { noteWhetherMatched, type MatchRow } from './queries'
import { cancelMatchLetters, findLetterHold, queueMatchLetters } from './queue-letters'
import { lockWithPeople, nextMoment } from './take-step'

/** Whether the last step was an offer: what undoing it leads back to is nothing. */
const isOffer = ({ before }: MatchRow) =>
  typeof before === 'object' && before !== null && Object.keys(before).length === 0

/** Whether the administrator can take the last step back: their own alone, an offer until others see it. */
export const canUndo = (match: MatchRow, haveLeft: boolean, now: Date): boolean =>
  match.before !== null &&
  (!isOffer(match) || (!haveLeft && Number(now) - Number(match.createdAt) < hiddenSeconds * 1_000))

const isTaken =
  'This can’t be undone: one of them has another introduction now, or the time was taken.'

/**
 * Puts a match back as it was before the administrator's last step; an offer is deleted. Returns whether the
 * match still exists. Throws 404 without it, 409 when it has changed since, when an offer was already sent, and when a
 * person or the time is taken.
 */
export async function undoStep(input: {
  db: Database
  mail: MailDeps
  matchId: number
  basedOn: string
  by: Actor
}): Promise<boolean> {
  const { db, mail, matchId, by, basedOn } = input
  return db.transaction(async (tx) => {
    const { match, partner, entrepreneur, ...locked } = await lockWithPeople(tx, matchId)
    if (locked.basedOn !== basedOn || match.before === null) {
      throw conflict('This has changed since, so it can’t be undone. Please look again.')
    }
    const { haveLeft } = await findLetterHold(tx, matchId)
    if (!canUndo(match, haveLeft, new Date())) {
      throw conflict('They’ve already been told. End the match instead.')
    }
    await recordEvent(tx, by, 'match.undone', { object: `match:${matchId}` })
    if (isOffer(match)) {
      await cancelMatchLetters(tx, matchId)
      await tx.delete(matches).where(eq(matches.id, matchId))
      await noteWhetherMatched(tx, match.partnerId)
      return false
    }
    const after = await restore(tx, matchId)
    if (isOpen(after) && (!takesPart(partner) || entrepreneur.status === 'withdrawn')) {
      throw conflict(isTaken)
    }
    await noteWhetherMatched(tx, match.partnerId)
    await queueMatchLetters(tx, mail, { before: match, after, by: 'administrator', isUndo: true })
    return true
  })
}

/** The columns that steps change, in the order in which they are written. */
const restored = sql.raw(
  [
    'state',
    'ended_because',
    'offered_times',
    'partner_times',
    'entrepreneur_times',
    'partner_note',
    'entrepreneur_note',
    'partner_zone',
    'entrepreneur_zone',
    'starts_at',
    'ends_at',
    'partner_answer',
    'entrepreneur_answer',
    'records_entrepreneur',
  ].join(),
)

async function restore(tx: Transaction, id: number): Promise<MatchRow> {
  try {
    await tx.execute(sql`
      update matches set (${restored}) =
        (select ${restored} from jsonb_populate_record(null::matches, matches.before) earlier)
      where id = ${id}`)
    const [row] = await tx
      .update(matches)
      .set({ movedAt: nextMoment, before: null })
      .where(eq(matches.id, id))
      .returning()
    if (!row) throw notFound()
    return row
  } catch (error) {
    const isOfOthers = ['matches_open_partner', 'matches_open_entrepreneur'].some((constraint) =>
      violatesUnique(error, constraint),
    )
    if (isOfOthers || violatesExclusion(error)) throw conflict(isTaken)
    throw error
  }
}
