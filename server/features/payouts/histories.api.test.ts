import { asc, inArray } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { reviewStatuses } from '@shared/list-choices'
import { payoutCorrection } from '@shared/payouts'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import { buildPaymentSettings, monthMs } from '@tests/support/portal/payouts'
import { buildReferred } from '@tests/support/portal/referrals'
import { modelRewards } from '@tests/support/portal/reward-model'
import { findLedgerProblems } from '@tests/support/portal/rewards'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import type { Queryable, Transaction } from '../../db/client'
import { payouts } from '../../db/schema/payouts'
import { rewardHolds } from '../../db/schema/rewards'
import { HttpError } from '../../errors'
import { undoDecision } from '../decisions/undo-decision'
import { summarizeBalance } from '../rewards/queries'
import { setRewardRates } from '../rewards/set-reward-rates'
import { settleHold } from '../rewards/settle-hold'
import { settleReward } from '../rewards/settle-reward'
import { deleteUser } from '../users/delete-user'
import { setUserStatus } from '../users/set-user-status'
import { approvePayoutRun } from './approve-run'
import { correctPayout } from './correct-payout'
import { preparePayoutRun } from './prepare-run'
import { getReadyTotal } from './queries'
import { markFailed, markPaid } from './settle-payout'

const app = await startSharedApp()
const by = { ...(await buildAdmin(app)), ip: null }
let now = Date.now()

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

/** Two who refer, and four whom each of them referred. */
async function buildWorld() {
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
  return { referrers: referrers.map(({ id }) => id), people, decisions: [] as number[], runId: 0 }
}
type World = Awaited<ReturnType<typeof buildWorld>>

async function perform(db: Queryable, world: World, act: Act): Promise<void> {
  const ids = [...world.people.map(({ id }) => id), ...world.referrers]
  switch (act.name) {
    case 'decide': {
      const userId = ids[act.who] ?? 0
      const { decisionId } = await setUserStatus({
        db,
        mail: null,
        userId,
        decision: { status: act.status },
        by,
      })
      world.decisions.push(decisionId)
      return
    }
    case 'undo':
      await undoDecision({ db, decisionId: world.decisions.at(-1) ?? 0, by })
      return
    case 'hold': {
      const referralId = world.people[act.who]?.referralId
      if (!referralId) return
      await db.transaction(async (tx) => {
        await tx
          .insert(rewardHolds)
          .values({ referredPersonId: referralId, reason: 'burst' })
          .onConflictDoNothing()
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

const listHolds = (db: Queryable, { people }: World) =>
  db
    .select()
    .from(rewardHolds)
    .where(
      inArray(
        rewardHolds.referredPersonId,
        people.map(({ referralId }) => referralId),
      ),
    )
    .orderBy(asc(rewardHolds.id))

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
    await app.db.transaction(perhapsKilled)
  } catch (error) {
    // What is refused (409, 404), or broken off, has left nothing.
    if (!(error instanceof Killed || error instanceof HttpError)) throw error
    Object.assign(world, before)
  }
}

type Model = ReturnType<typeof modelRewards>

async function check(world: World, model: Model): Promise<void> {
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

const listOwed = ({ referrers }: World) =>
  Promise.all(referrers.map(async (id) => (await summarizeBalance(app.db, id)).payableCents))

it('whatever happens in whichever order, everyone is owed what a table by hand says, and paid it once', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world = await buildWorld()
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
    { numRuns: 3 },
  )
})
