import { sql } from 'drizzle-orm'
import type { OfferRequest } from '@shared/matches'
import type { Ctx } from '../../ctx'
import { lockPerson } from '../../db/lock-person'
import { matches } from '../../db/schema/matches'
import { badRequest, conflict, notFound, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { addNote } from '../notes/manage-notes'
import { timesAhead, tooSoon } from './next-match'
import { canOffer, isUnusualOffer } from './policy'
import { countOffers, getMeetingSettings, updateHasMatch, sealedMatchLink } from './queries'
import { queueMatchLetters } from './queue-letters'
import { lockEntrepreneur, refuseClash } from './take-step'
import { drawId } from '../../db/ids'
import { newLink } from './write-match'

/** The match before an offer: none. */
const nothingBefore = {}

/**
 * Introduces a partner to an entrepreneur, with times to choose from. Throws 404 when one of them is gone, 409
 * when one may not be introduced now, when a meeting is booked at one of the times, and without a reason for
 * another introduction after two, or after a match.
 */
export async function offerMatch(ctx: Ctx, offer: OfferRequest): Promise<number> {
  const { partnerId, entrepreneurId, link, reason } = offer
  const times = offer.times.map((time) => new Date(time))
  return ctx.tx(async (inTx) => {
    const { db: tx, sealer } = inTx
    const partner = await lockPerson(tx, partnerId)
    const entrepreneur = await lockEntrepreneur(tx, entrepreneurId)
    if (!partner || !entrepreneur) throw notFound()
    const offers = await countOffers(tx, { partnerId })
    const earlier = await countOffers(tx, { entrepreneurId })
    const problem = canOffer({ ...partner, ...offers }, { ...entrepreneur, ...earlier })
    if (problem) throw conflict(problem)
    if (isUnusualOffer(offers) && !reason) {
      const message = offers.hasSucceeded
        ? 'This partner already has a match. Please say why you’re offering another introduction.'
        : 'This partner has already been introduced twice. Please say why you’re offering another introduction.'
      throw conflict(message, { reason: message })
    }
    if (timesAhead(times, new Date()).length < times.length) {
      throw badRequest(tooSoon, { times: tooSoon })
    }
    const { minutes } = await getMeetingSettings(tx)
    await refuseClash(tx, { times, minutes })

    const id = await drawId(tx, matches)
    const match = onlyRow(
      await tx
        .insert(matches)
        .values({
          id,
          partnerId,
          entrepreneurId,
          offeredTimes: times,
          ...newLink(sealer, id).columns,
          sealedLink: link === undefined ? null : sealer.seal(link, sealedMatchLink(id)),
          movedAt: sql`clock_timestamp()`,
          before: nothingBefore,
        })
        .returning(),
    )
    await updateHasMatch(tx, partnerId)
    const details = { times: times.length, partner: partnerId, entrepreneur: entrepreneurId }
    await recordEvent(inTx, 'match.offered', `match:${id}`, details)
    if (reason) await addNote(inTx, partnerId, `Reason for another introduction: ${reason}`)
    await queueMatchLetters(inTx, { before: null, after: match, by: 'administrator' })
    return id
  })
}
