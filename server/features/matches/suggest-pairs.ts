import { and, asc, inArray, sql } from 'drizzle-orm'
import type { Suggestion } from '@shared/match-desk'
import { promisedDays } from '@shared/meeting-time'
import type { Queryable } from '../../db/client'
import { closingTimeAfter } from '../../db/program-days'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { matches } from '../../db/schema/matches'
import { isPartner, users, nameColumns } from '../../db/schema/users'
import type { Env } from '../../env'
import { profileGaps } from '../profile-completion/profile-completion'

/** How many waiting partners and free entrepreneurs are compared, the longest wait first. */
const most = { partners: 50, entrepreneurs: 1_000 }

interface Waiting {
  id: number
  /** Null when no score is recorded: the administrator decides. */
  score: number | null
  timeZone: string | null
}

interface Free {
  id: number
  minScore: number | null
  timeZone: string
  statusAt: Date
}

/** Two who were introduced before. */
interface Pair {
  partnerId: number
  /** Null: someone who has left. */
  entrepreneurId: number | null
}

/**
 * The pairs to introduce, each person once. Both lists have the longest wait first: the partner who waits longest
 * gets the entrepreneur who has been ready for longest, of those whose lender takes the score and who they
 * have not met. Of those who became ready on the same day, one in the partner's zone comes first.
 */
export function suggestPairs<Entrepreneur extends Free>(
  waiting: readonly Waiting[],
  free: readonly Entrepreneur[],
  introduced: readonly Pair[],
): Map<number, Entrepreneur> {
  const known = new Set(introduced.map((pair) => `${pair.partnerId} ${pair.entrepreneurId}`))
  const taken = new Set<number>()
  const suggested = new Map<number, Entrepreneur>()
  for (const { id, score, timeZone } of waiting) {
    const fits = (one: Entrepreneur) =>
      !taken.has(one.id) &&
      !known.has(`${id} ${one.id}`) &&
      (one.minScore === null || score === null || one.minScore <= score)
    const first = free.find(fits)
    if (!first) continue
    const chosen =
      free.find((one) => one.timeZone === timeZone && dayOf(one) === dayOf(first) && fits(one)) ??
      first
    taken.add(chosen.id)
    suggested.set(id, chosen)
  }
  return suggested
}

const dayOf = ({ statusAt }: Free) => statusAt.toISOString().slice(0, 10)

/** Partners who wait for an introduction, the longest wait first, each with someone for them. */
export async function listSuggestions(db: Queryable, env: Env): Promise<Suggestion[]> {
  const waiting = await listWaiting(db)
  const ids = waiting.map(({ id }) => id)
  if (ids.length === 0) return []
  const introduced = await db
    .select({ partnerId: matches.partnerId, entrepreneurId: matches.entrepreneurId })
    .from(matches)
    .where(inArray(matches.partnerId, ids))
  const free = await listFree(db)
  const suggested = suggestPairs(waiting, free, introduced)
  const gaps = await profileGaps(db, env, ids)
  return waiting.map((partner) => {
    const entrepreneur = suggested.get(partner.id)
    return {
      partner: {
        id: partner.id,
        name: `${partner.firstName} ${partner.lastName}`,
        approvedAt: (partner.statusAt ?? partner.createdAt).toISOString(),
        score: partner.score,
        timeZone: partner.timeZone,
        missing: gaps.get(partner.id) ?? [],
        offers: introduced.filter(({ partnerId }) => partnerId === partner.id).length,
      },
      ready: free.length,
      entrepreneur: entrepreneur
        ? {
            id: entrepreneur.id,
            name: `${entrepreneur.firstName} ${entrepreneur.lastName}`,
            businessName: entrepreneur.businessName,
            minScore: entrepreneur.minScore,
            timeZone: entrepreneur.timeZone,
          }
        : null,
    }
  })
}

/** People whom `takesPart` lets take part, without an introduction. An index has these words. */
export const awaitsMatch = sql`${isPartner} and ${sql`${users.status} = 'approved'`} and not ${users.hasMatch}
  and ${users.closesAt} is null`

/** Those who were promised a meeting before now: by closing time so many days after the approval. */
export const isOverdue = sql`${awaitsMatch} and ${users.statusAt} < now() - make_interval(days => ${sql.raw(String(promisedDays - 1))})
  and ${closingTimeAfter(users.statusAt, promisedDays)} < now()`

const listWaiting = (db: Queryable) =>
  db
    .select({
      ...nameColumns,
      statusAt: users.statusAt,
      createdAt: users.createdAt,
      score: users.creditScore,
      timeZone: users.timeZone,
    })
    .from(users)
    .where(awaitsMatch)
    .orderBy(asc(users.statusAt), asc(users.id))
    .limit(most.partners)

// With `not exists`, Postgres might read all matches for a few entrepreneurs.
const isFree = sql`(select m.id from matches m
  where m.entrepreneur_id = entrepreneurs.id and m.state <> 'ended' limit 1) is null`

const listFree = (db: Queryable) =>
  db
    .select({
      id: entrepreneurs.id,
      firstName: entrepreneurs.firstName,
      lastName: entrepreneurs.lastName,
      businessName: entrepreneurs.businessName,
      minScore: entrepreneurs.minScore,
      timeZone: entrepreneurs.timeZone,
      statusAt: entrepreneurs.statusAt,
    })
    .from(entrepreneurs)
    .where(and(sql`${entrepreneurs.status} = 'ready'`, isFree))
    .orderBy(asc(entrepreneurs.statusAt), asc(entrepreneurs.id))
    .limit(most.entrepreneurs)
