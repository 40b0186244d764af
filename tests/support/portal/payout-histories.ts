import { asc, inArray } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { reviewStatuses } from '@shared/list-choices'
import { payoutCorrection } from '@shared/payouts'
import type { Queryable, Transaction } from '@server/db/client'
import { payouts } from '@server/db/schema/payouts'
import { rewardHolds } from '@server/db/schema/rewards'
import { HttpError } from '@server/errors'
import { decide } from '@server/features/decisions/decide'
import { undoDecision } from '@server/features/decisions/undo-decision'
import { approvePayoutRun } from '@server/features/payouts/approve-run'
import { correctPayout } from '@server/features/payouts/correct-payout'
import { preparePayoutRun } from '@server/features/payouts/prepare-run'
import { getReadyTotal } from '@server/features/payouts/queries'
import { markFailed, markPaid } from '@server/features/payouts/settle-payout'
import { summarizeBalance } from '@server/features/rewards/queries'
import { setRewardRates } from '@server/features/rewards/set-reward-rates'
import { settleHold } from '@server/features/rewards/settle-hold'
import { settleReward } from '@server/features/rewards/settle-reward'
import { deleteUser } from '@server/features/users/delete-user'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import type { TestApp } from './app'
import { buildUser, type BuiltUser } from './factories'
import { buildPaymentSettings, monthMs } from './payouts'
import { buildReferred } from './referrals'
import { modelRewards } from './reward-model'
import { findLedgerProblems } from './rewards'

const amounts = { bronzeCents: 101, silverCents: 1_003, goldCents: 10_007, flatCents: 307 }
const policy = fc.record({
  kind: fc.constantFrom('flat' as const, 'tiers' as const, 'tiers' as const),
  tierRule: fc.constantFrom('each' as const, 'highest' as const),
})
const who = fc.nat({ max: 9 })

const anyAct = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      name: fc.constant('decide' as const),
      who,
      status: fc.constantFrom('approved' as const, ...reviewStatuses),
    }),
  },
  fc.record({ name: fc.constant('undo' as const) }),
  fc.record({ name: fc.constant('hold' as const), who }),
  fc.record({
    name: fc.constant('settle-hold' as const),
    outcome: fc.constantFrom('released' as const, 'released' as const, 'voided' as const),
  }),
  fc.record({ name: fc.constant('policy' as const), policy }),
  { weight: 3, arbitrary: fc.record({ name: fc.constant('prepare' as const) }) },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('approve' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ name: fc.constant('settle' as const), isPaid: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ name: fc.constant('correct' as const), which: fc.nat({ max: 3 }) }),
  },
  fc.record({ name: fc.constant('erase' as const), who }),
)
type Act = typeof anyAct extends fc.Arbitrary<infer Each> ? Each : never

/** What happens, one after the other; `isKilled`: its transaction is broken off at the end. */
const history = fc.array(
  fc.record({
    isKilled: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
    act: anyAct,
  }),
  { minLength: 20, maxLength: 40 },
)

let now = Date.now()

/** Two who refer, and four whom each of them referred. */
async function buildWorld(app: TestApp, boss: BuiltUser) {
  const complete = { kind: 'referrer', termsAcceptedAt: new Date() } as const
  const referrers = [await buildUser(app, complete), await buildUser(app, complete)]
  const people: { id: number; referralId: number; referrerId: number }[] = []
  for (const referrer of referrers) {
    await buildPaymentSettings(app, referrer)
    for (let number = 0; number < 4; number += 1) {
      const { id, referralId } = await buildReferred(app, referrer)
      people.push({ id, referralId, referrerId: referrer.id })
    }
  }
  return {
    app,
    by: { ...boss, ip: null },
    referrers: referrers.map(({ id }) => id),
    people,
    decisions: [] as number[],
    runId: 0,
  }
}
type World = Awaited<ReturnType<typeof buildWorld>>

async function perform(db: Queryable, world: World, act: Act): Promise<void> {
  const { app, by } = world
  const ids = [...world.people.map(({ id }) => id), ...world.referrers]
  switch (act.name) {
    case 'decide': {
      const id = ids[act.who] ?? 0
      const decision = { status: act.status }
      const take = (tx: Transaction) => decide(tx, { kind: 'user', id, decision, by, mail: null })
      world.decisions.push(await db.transaction(take))
      return
    }
    case 'undo':
      await undoDecision({ db, decisionId: world.decisions.at(-1) ?? 0, by })
      return
    case 'hold': {
      const referralId = world.people[act.who]?.referralId
      if (!referralId) return
      await db.transaction(async (tx) => {
        const hold = { referredPersonId: referralId, reason: 'burst' } as const
        await tx.insert(rewardHolds).values(hold).onConflictDoNothing()
        await settleReward(tx, referralId, by)
      })
      return
    }
    case 'settle-hold': {
      const holds = await listHolds(db, world)
      const holdId = holds.find(({ outcome }) => outcome === null)?.id ?? 0
      await settleHold({ db, holdId, settlement: { outcome: act.outcome, note: 'x' }, by })
      return
    }
    case 'policy':
      await setRewardRates({
        db,
        policy: { ...promisedTiers, ...amounts, silverFrom: 2, goldFrom: 3, ...act.policy },
        by,
      })
      return
    case 'prepare': {
      now += monthMs
      const run = await preparePayoutRun({ db, env: app.env, by, now: new Date(now) })
      if (run) world.runId = run.id
      return
    }
    case 'approve': {
      const confirmed = await getReadyTotal(db, world.runId)
      await approvePayoutRun({ ...app, db, runId: world.runId, confirmed, by })
      return
    }
    case 'settle': {
      const [payout] = (await listPayouts(db, world)).filter(({ state }) => state === 'paying')
      const about = { db, mail: app, payoutId: payout?.id ?? 0, by }
      await (act.isPaid
        ? markPaid({ ...about, reference: 'x' })
        : markFailed({ ...about, reason: 'x' }))
      return
    }
    case 'correct': {
      const settled = (await listPayouts(db, world)).filter(({ settledAt }) => settledAt)
      const payout = settled[act.which]
      const other = payout?.state === 'paid' ? 'failed' : 'paid'
      const correction = payoutCorrection.parse({ state: other, reference: 'x', reason: 'x' })
      await correctPayout({ db, mail: app, payoutId: payout?.id ?? 0, correction, by })
      return
    }
    case 'erase':
      await deleteUser({ db, sealer: app.sealer, userId: ids[act.who] ?? 0, by })
  }
}

function listHolds(db: Queryable, { people }: World) {
  const referralIds = people.map(({ referralId }) => referralId)
  const isTheirs = inArray(rewardHolds.referredPersonId, referralIds)
  return db.select().from(rewardHolds).where(isTheirs).orderBy(asc(rewardHolds.id))
}

const listPayouts = (db: Queryable, { referrers }: World) =>
  db.select().from(payouts).where(inArray(payouts.payeeId, referrers)).orderBy(asc(payouts.id))

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
  for (const referrerId of world.referrers) {
    const sum = (wanted: string) =>
      all
        .filter(({ payeeId, state }) => payeeId === referrerId && state === wanted)
        .reduce((total, { cents }) => total + cents, 0)
    const earnedCents = model.earnedBy(referrerId)
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

/**
 * Plays so many random histories. After everything that happens, in whichever order, everyone is owed what a
 * table by hand says, and has been paid it once.
 */
export async function playHistories(app: TestApp, boss: BuiltUser, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world = await buildWorld(app, boss)
      const model = modelRewards(app, world.people)
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
    }),
    { numRuns },
  )
}
