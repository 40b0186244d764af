import * as fc from 'fast-check'
import { expect } from 'vitest'
import { inArray } from 'drizzle-orm'
import type { Transaction } from '@server/db/client'
import { ledgerTransactions, rewardHolds, rewardPolicies } from '@server/db/schema/rewards'
import { HttpError } from '@server/errors'
import { summarizeBalance } from '@server/features/rewards/queries'
import type { RewardRates } from '@shared/reward-rates'
import { users } from '@server/db/schema/users'
import type { TestApp } from './app'
import type { BuiltUser } from './factories'
import { anyAct, buildWorld, listPayouts, perform, type Act, type World } from './payout-acts'
import { findLedgerProblems } from './rewards'
import { findTampered } from './tamper'

/** What happens, one after the other; `isKilled`: its transaction is broken off at the end. */
const history = fc.array(
  fc.record({
    isKilled: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
    act: anyAct,
  }),
  { minLength: 20, maxLength: 40 },
)

class Killed extends Error {}

async function step(
  world: World,
  { act, isKilled }: { act: Act; isKilled: boolean },
): Promise<void> {
  const before = { ...world, decisions: [...world.decisions] }
  const perhapsKilled = async (tx: Transaction) => {
    await perform(tx, world, act)
    if (isKilled) throw new Killed()
  }
  try {
    await world.app.db.transaction(perhapsKilled)
  } catch (error) {
    // What is refused (409, 404), or broken off, has left nothing.
    if (!(error instanceof Killed || error instanceof HttpError)) throw error
    Object.assign(world, before)
  }
}

type Model = ReturnType<typeof modelRewards>

async function check(world: World, model: Model): Promise<void> {
  const { app } = world
  expect(await findLedgerProblems(app)).toEqual([])
  const all = await listPayouts(app.db, world)
  for (const [at, referrerId] of world.referrers.entries()) {
    const sum = (wanted: string) =>
      all
        .filter(({ payeeId, state }) => payeeId === referrerId && state === wanted)
        .reduce((total, { cents }) => total + cents, 0)
    const earnedCents = model.earnedBy(referrerId) + (world.adjusted[at] ?? 0)
    const [payingCents, paidCents] = [sum('paying'), sum('paid')]
    expect(await summarizeBalance(app.db, referrerId)).toEqual({
      earnedCents,
      payingCents,
      paidCents,
      payableCents: earnedCents - payingCents - paidCents,
    })
  }
}

const listOwed = ({ app, referrers }: World) =>
  Promise.all(referrers.map(async (id) => (await summarizeBalance(app.db, id)).payableCents))

const newest = 'transaction_id = (select max(id) from ledger_transactions)'
const tamperings = {
  forged: `insert into ledger_transactions (kind, payee_id, month, reason, by_id)
      select 'adjustment', payee_id, month, 'x', 1 from ledger_transactions order by id desc limit 1;
    insert into ledger_entries (transaction_id, account, payee_id, cents)
      select max(t.id), side.account, max(t.payee_id), side.cents from ledger_transactions t,
        (values ('rewards', 900000), ('payable', -900000)) side(account, cents) group by side.account, side.cents`,
  deleted: `delete from ledger_entries where ${newest};
    delete from ledger_transactions where id = (select max(id) from ledger_transactions)`,
  doubled: `insert into ledger_entries (transaction_id, account, payee_id, cents)
    select transaction_id, account, payee_id, cents from ledger_entries where ${newest}`,
}

/** A row that is forged, deleted or doubled by the owner of the tables is found at the end of any history. */
async function checkTamperings(app: TestApp): Promise<void> {
  if ((await app.db.$count(ledgerTransactions)) === 0) return
  for (const [what, statement] of Object.entries(tamperings)) {
    expect((await findTampered(app, statement)).ledger, what).toMatchObject({
      verdict: { exitCode: 1 },
    })
  }
}

/**
 * Plays so many random histories. After everything that happens, in whichever order, everyone is owed what a
 * table by hand says, and has been paid it once.
 */
export async function playHistories(app: TestApp, boss: BuiltUser, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world = await buildWorld(app, boss)
      const model = modelRewards(app, () => world.people)
      for (const one of steps) {
        const before = await listOwed(world)
        await step(world, one)
        await model.update()
        await check(world, model)
        if (one.act.name !== 'approve') continue
        const after = await listOwed(world)
        // No one was paid what they are not owed.
        for (const [at, cents] of after.entries()) {
          expect(cents).toBeGreaterThanOrEqual(Math.min(0, before[at] ?? 0))
        }
      }
      await checkTamperings(app)
    }),
    { numRuns },
  )
}

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
function modelRewards(app: TestApp, listPeople: () => readonly Person[]) {
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
