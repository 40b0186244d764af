import { inArray } from 'drizzle-orm'
import type { RewardRates } from '@shared/reward-rates'
import { rewardHolds, rewardPolicies } from '@server/db/schema/rewards'
import { users } from '@server/db/schema/users'
import type { TestApp } from './app'

interface Person {
  id: number
  referralId: number
  referrerId: number
}

/** What a referrer's approved referrals go by, in the order in which they were rewarded. */
type Standing = { personId: number; rates: RewardRates }[]

/**
 * Who has earned what, told from accounts, holds and policies by lists, without a ledger. For people who were
 * all approved in one month, tiers beginning at the second and the third referral.
 */
export function modelRewards(app: TestApp, listPeople: () => readonly Person[]) {
  const standing = new Map<number, Standing>(listPeople().map(({ referrerId }) => [referrerId, []]))

  /** To be called after everything that happens. */
  async function update(): Promise<void> {
    const accounts = await app.db.select().from(users)
    const people = listPeople()
    const find = (id: number) => accounts.find((account) => account.id === id)
    const held = await listHeld(
      app,
      people.map(({ referralId }) => referralId),
    )
    const policies = await app.db
      .select()
      .from(rewardPolicies)
      .orderBy(rewardPolicies.holdsFrom, rewardPolicies.id)
    for (const { id, referralId, referrerId } of people.toSorted(byApproval(find))) {
      const [person, referrer] = [find(id), find(referrerId)]
      const list = standing.get(referrerId)
      for (const [other, before] of standing) {
        // What a referral earned goes with it to another referrer.
        if (other !== referrerId) drop(before, id)
      }
      // Rewards of a closed account are kept.
      if (!person || !referrer || !list) continue
      const isListed = list.some(({ personId }) => personId === id)
      const isDue =
        person.status === 'approved' && referrer.status !== 'rejected' && !held.has(referralId)
      if (!isDue) drop(list, id)
      const { statusAt } = person
      const rates = policies.findLast(({ holdsFrom }) => statusAt && holdsFrom <= statusAt)
      if (isDue && !isListed && rates) list.push({ personId: id, rates })
    }
  }

  return { update, earnedBy: (referrerId: number) => addUp(standing.get(referrerId) ?? []) }
}

function drop(list: Standing, id: number): void {
  const at = list.findIndex(({ personId }) => personId === id)
  if (at >= 0) list.splice(at, 1)
}

const byApproval =
  (find: (id: number) => { statusAt: Date | null } | undefined) => (left: Person, right: Person) =>
    Number(find(left.id)?.statusAt ?? 0) - Number(find(right.id)?.statusAt ?? 0)

async function listHeld(app: TestApp, referralIds: number[]): Promise<Set<number>> {
  const holds = await app.db
    .select()
    .from(rewardHolds)
    .where(inArray(rewardHolds.referredPersonId, referralIds))
  return new Set(
    holds
      .filter(({ outcome }) => outcome !== 'released')
      .map(({ referredPersonId }) => referredPersonId),
  )
}

/** Bronze for the first of the month, silver for the second, gold from the third on. */
const addUp = (list: Standing): number =>
  list
    .map(({ rates: { kind, tierRule, ...rates } }, at) => {
      const place = tierRule === 'each' ? at : list.length - 1
      const tiered = [rates.bronzeCents, rates.silverCents][place] ?? rates.goldCents
      return kind === 'flat' ? rates.flatCents : tiered
    })
    .reduce((sum, cents) => sum + cents, 0)
