import { and, desc, eq } from 'drizzle-orm'
import { entrepreneurs } from '../../../db/schema/entrepreneurs'
import { matches } from '../../../db/schema/matches'
import { isShown } from '../../matches/queries'
import type { Section } from './section'

const joinTimes = (times: readonly Date[] | null) =>
  times && times.map((time) => time.toISOString()).join(', ')

/** Of whom they met it says what they were told: the full name and how to reach them once both had accepted. */
export const introductionSection: Section = {
  name: 'introductions',
  title: 'Entrepreneurs you were introduced to',
  note: 'Newest first, times in UTC. What they said is theirs and is left out.',
  async read(tx, { userId }) {
    const rows = await tx
      .select({ match: matches, entrepreneur: entrepreneurs })
      .from(matches)
      .innerJoin(entrepreneurs, eq(entrepreneurs.id, matches.entrepreneurId))
      .where(and(eq(matches.partnerId, userId), isShown))
      .orderBy(desc(matches.id))
    return rows.map(({ match, entrepreneur }) => {
      const isMatch = match.state === 'succeeded'
      return {
        offered: match.createdAt,
        firstName: entrepreneur.firstName,
        lastName: isMatch ? entrepreneur.lastName : null,
        email: isMatch ? entrepreneur.email : null,
        phoneNumber: isMatch ? entrepreneur.phoneNumber : null,
        business: entrepreneur.businessName,
        state: match.state,
        offeredTimes: joinTimes(match.offeredTimes),
        yourTimes: joinTimes(match.partnerTimes),
        yourNote: match.partnerNote,
        yourTimeZone: match.partnerZone,
        meetingStarts: match.startsAt,
        meetingEnds: match.endsAt,
        yourAnswer: match.partnerAnswer,
      }
    })
  },
}
