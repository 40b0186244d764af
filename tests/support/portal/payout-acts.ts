import { asc, inArray } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { reviewStatuses } from '@shared/list-choices'
import { payoutCorrection, payoutSettlement } from '@shared/payouts'
import type { Queryable, Transaction } from '@server/db/client'
import { payouts } from '@server/db/schema/payouts'
import { rewardHolds } from '@server/db/schema/rewards'
import { decide } from '@server/features/decisions/decide'
import { undoDecision } from '@server/features/decisions/undo-decision'
import { approvePayoutRun } from '@server/features/payouts/approve-run'
import { markFilePaid } from '@server/features/payouts/mark-file-paid'
import { openPayments } from '@server/features/payouts/open-payments'
import { preparePayoutRun } from '@server/features/payouts/prepare-run'
import { getReadyTotal, listMadeFiles } from '@server/features/payouts/queries'
import { correctPayout, settlePayout } from '@server/features/payouts/settle-payout'
import { setReferrer } from '@server/features/referrals/set-referrer'
import { adjustBalance } from '@server/features/rewards/adjust-balance'
import { setRewardRates } from '@server/features/rewards/set-reward-rates'
import { settleHold } from '@server/features/rewards/settle-hold'
import { settleReward } from '@server/features/rewards/settle-reward'
import { deleteUser } from '@server/features/users/erase-account'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import type { TestApp } from './app'
import { buildUser, type BuiltUser } from './factories'
import { buildPaymentSettings, monthMs } from './payouts'
import { buildReferred } from './referrals'

const amounts = { bronzeCents: 101, silverCents: 1_003, goldCents: 10_007, flatCents: 307 }
const policy = fc.record({
  kind: fc.constantFrom('flat' as const, 'tiers' as const, 'tiers' as const),
  tierRule: fc.constantFrom('each' as const, 'highest' as const),
})
const who = fc.nat({ max: 9 })

export const anyAct = fc.oneof(
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
  { weight: 2, arbitrary: fc.record({ name: fc.constant('make-file' as const) }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('pay-file' as const) }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('move' as const), who }) },
  fc.record({
    name: fc.constant('adjust' as const),
    who: fc.nat({ max: 1 }),
    cents: fc.constantFrom(3_000_000_000, 2_500, -2_600),
  }),
)
export type Act = typeof anyAct extends fc.Arbitrary<infer Each> ? Each : never

let now = Date.now()

/** Two referrers, and four people referred by each. */
export async function buildWorld(app: TestApp, boss: BuiltUser) {
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
    emails: referrers.map(({ email }) => email),
    people,
    /** What was added by hand to what each referrer earned. */
    adjusted: [0, 0],
    /** Which payouts were in each payment file when it was made. */
    files: new Map<number, number[]>(),
    decisions: [] as number[],
    runId: 0,
  }
}
export type World = Awaited<ReturnType<typeof buildWorld>>

export async function perform(db: Queryable, world: World, act: Act): Promise<void> {
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
      await undoDecision({ db, mail: app, decisionId: world.decisions.at(-1) ?? 0, by })
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
      const state = act.isPaid ? 'paid' : 'failed'
      const settlement = payoutSettlement.parse({ state, reference: 'x', reason: 'x' })
      await settlePayout({ db, mail: app, payoutId: payout?.id ?? 0, settlement, by })
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
      await deleteUser({ db, mail: app, userId: ids[act.who] ?? 0, by })
      return
    case 'make-file': {
      const payments = await openPayments({ ...app, db, runId: world.runId, method: 'ach', by })
      const file = (await listMadeFiles(db, world.runId)).at(-1)
      const paid = payments.map(({ id }) => id)
      if (file) world.files = new Map([...world.files, [file.id, paid]])
      return
    }
    case 'pay-file': {
      const [file] = await listMadeFiles(db, world.runId)
      const { id: fileId = 0, count = 0, cents = 0 } = file ?? {}
      const paid = { fileId, count, cents, reference: 'x' }
      await markFilePaid({ db, mail: app, runId: world.runId, method: 'ach', paid, by })
      const settled = (await listPayouts(db, world)).filter((payout) => payout.fileId === fileId)
      const made = world.files.get(fileId)
      expect(settled.filter(({ id }) => !made?.includes(id))).toEqual([])
      return
    }
    case 'move': {
      const person = world.people[act.who]
      if (!person) return
      const to = person.referrerId === world.referrers[0] ? 1 : 0
      const change = { referrer: world.emails[to] ?? null, reason: 'x' }
      await setReferrer({ ...app, db, userId: person.id, change, by })
      const referrerId = world.referrers[to] ?? 0
      world.people = world.people.map((each) => (each === person ? { ...each, referrerId } : each))
      return
    }
    case 'adjust': {
      const { who: at, cents } = act
      const payeeId = world.referrers[at] ?? 0
      const adjustment = { payeeId, cents, reason: 'x', mayOweBack: true }
      await adjustBalance({ db, adjustment, by })
      world.adjusted = world.adjusted.with(at, (world.adjusted[at] ?? 0) + cents)
    }
  }
}

function listHolds(db: Queryable, { people }: World) {
  const referralIds = people.map(({ referralId }) => referralId)
  const isTheirs = inArray(rewardHolds.referredPersonId, referralIds)
  return db.select().from(rewardHolds).where(isTheirs).orderBy(asc(rewardHolds.id))
}

export const listPayouts = (db: Queryable, { referrers }: World) =>
  db.select().from(payouts).where(inArray(payouts.payeeId, referrers)).orderBy(asc(payouts.id))
