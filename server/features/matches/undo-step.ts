import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { matches } from '../../db/schema/matches'
import { alreadyTold, conflict } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { listFreeTimes } from './calendar-queries'
import { isOpen } from './next-match'
import { canOffer, hiddenSeconds, takesPart } from './policy'
import { countOffers, updateHasMatch, type MatchRow } from './queries'
import { cancelMatchLetters, queueMatchLetters } from './queue-letters'
import { findLetterHold } from './written-letters'
import { isOnHold, lockWithPeople } from './take-step'
import { lockCalendar, readBefore, writeMatch, type Changes } from './write-match'

/** Whether the last step was an offer: undoing it leads back to nothing. */
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
export async function undoStep(
  ctx: Ctx,
  matchId: number,
  /** With `ifUntold`, it is refused once one of them was told. */
  { basedOn, ifUntold = false }: { basedOn: string; ifUntold?: boolean | undefined },
): Promise<boolean> {
  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const { match, ...locked } = await lockWithPeople(tx, matchId)
    if (locked.basedOn !== basedOn || match.before === null) {
      throw conflict('This has changed since, so it can’t be undone. Please look again.')
    }
    const { haveLeft } = await findLetterHold(tx, match)
    if (!canUndo(match, haveLeft, new Date())) {
      throw conflict('They’ve already been told. End the match instead.')
    }
    if (ifUntold && haveLeft)
      throw alreadyTold('The emails about this step of their introduction were already sent.')
    await recordEvent(inTx, 'match.undone', `match:${matchId}`)
    if (isOffer(match)) {
      await cancelMatchLetters(tx, matchId)
      await tx.delete(matches).where(eq(matches.id, matchId))
      await updateHasMatch(tx, match.partnerId)
      return false
    }
    const changes = await readBefore(tx, matchId)
    await refuseTakenPeople(tx, { ...locked, match, state: changes.state })
    await refuseTakenHour(tx, match.id, changes)
    const after = await writeMatch(inTx, { match, changes, canBeUndone: false })
    await updateHasMatch(tx, match.partnerId)
    await queueMatchLetters(inTx, { before: match, after, by: 'administrator', isUndo: true })
    return true
  })
}

interface Restoring extends Pick<
  Awaited<ReturnType<typeof lockWithPeople>>,
  'match' | 'partner' | 'entrepreneur'
> {
  state: MatchRow['state'] | undefined
}

/** Two who had parted can only be put together again if they could be introduced now. */
async function refuseTakenPeople(
  tx: Transaction,
  { match, partner, entrepreneur, state }: Restoring,
): Promise<void> {
  if (state === 'ended') return
  if (isOpen(match)) {
    if (!takesPart(partner)) throw conflict(isOnHold)
    return
  }
  const others = { besides: match.id }
  const offers = await countOffers(tx, { partnerId: partner.id, ...others })
  const earlier = entrepreneur && {
    ...entrepreneur,
    ...(await countOffers(tx, { entrepreneurId: entrepreneur.id, ...others })),
  }
  const problem = canOffer({ ...partner, ...offers }, earlier)
  if (!problem) return
  const areTaken = offers.hasOpen || earlier?.hasOpen || earlier?.hasSucceeded
  throw conflict(areTaken ? isTaken : problem)
}

async function refuseTakenHour(
  tx: Transaction,
  except: number,
  { state, startsAt, endsAt }: Changes,
): Promise<void> {
  if (state !== 'booked' || !startsAt || !endsAt) return
  await lockCalendar(tx)
  const minutes = (Number(endsAt) - Number(startsAt)) / 60_000
  const free = await listFreeTimes(tx, { times: [startsAt], minutes, except })
  if (free.length === 0) throw conflict(isTaken)
}
