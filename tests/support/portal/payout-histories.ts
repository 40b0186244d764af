import { asc, inArray } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { reviewStatuses } from '@shared/list-choices'
import { payoutCorrection, payoutSettlement } from '@shared/payouts'
import type { RewardRates } from '@shared/reward-rates'
import { promisedTiers } from '../samples/promised-tiers'
import { createCtx, type Ctx } from '@server/ctx'
import type { Queryable } from '@server/db/client'
import { payouts } from '@server/db/schema/payouts'
import { rewardHolds, ledgerTransactions, rewardPolicies } from '@server/db/schema/rewards'
import { decide } from '@server/features/decisions/decide'
import { undoDecision } from '@server/features/decisions/undo-decision'
import { approvePayoutRun } from '@server/features/payouts/approve-run'
import { openPayments } from '@server/features/payouts/open-payments'
import { preparePayoutRun } from '@server/features/payouts/prepare-run'
import { getReadyTotal, listMadeFiles } from '@server/features/payouts/queries'
import { correctPayout, settlePayout, markFilePaid } from '@server/features/payouts/settle-payout'
import { setReferrer } from '@server/features/referrals/set-referrer'
import { setRewardRates } from '@server/features/rewards/policies'
import { settleReward } from '@server/features/rewards/settle-reward'
import { deleteUser } from '@server/features/users/erase-account'
import type { TestApp } from './app'
import { buildUser, type BuiltUser } from './factories'
import { buildPaymentSettings, monthMs } from './payouts'
import { buildReferred, buildHold, buildPolicy } from './referrals'
import { referredPeople } from '@server/db/schema/referral-links'
import type { Agent } from './agents'
import { countDeadlocks } from './meet-at-lock'
import { findLedgerProblems } from './rewards'
import { HttpError } from '@server/errors'
import { summarizeBalance } from '@server/features/rewards/queries'
import { users } from '@server/db/schema/users'
import { findTampered } from './tamper'
import { adjustBalance, settleHold } from '@server/features/rewards/adjust-rewards'

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

/** Inside a transaction it becomes part of that one. */
export async function perform(ctx: Ctx, world: World, act: Act): Promise<void> {
  const { db, by } = ctx
  const ids = [...world.people.map(({ id }) => id), ...world.referrers]
  switch (act.name) {
    case 'decide': {
      const id = ids[act.who] ?? 0
      const decision = { status: act.status }
      const asked = { kind: 'user', id, decision, isSilent: true } as const
      world.decisions.push(await ctx.tx((inTx) => decide(inTx, asked)))
      return
    }
    case 'undo':
      await undoDecision(ctx, world.decisions.at(-1) ?? 0)
      return
    case 'hold': {
      const referralId = world.people[act.who]?.referralId
      if (!referralId) return
      await ctx.tx(async ({ db: tx }) => {
        const hold = { referredPersonId: referralId, reason: 'burst' } as const
        await tx.insert(rewardHolds).values(hold).onConflictDoNothing()
        await settleReward(tx, referralId, by)
      })
      return
    }
    case 'settle-hold': {
      const holds = await listHolds(db, world)
      const holdId = holds.find(({ outcome }) => outcome === null)?.id ?? 0
      await settleHold(ctx, holdId, { outcome: act.outcome, note: 'x' })
      return
    }
    case 'policy':
      await setRewardRates(ctx, {
        ...promisedTiers,
        ...amounts,
        silverFrom: 2,
        goldFrom: 3,
        ...act.policy,
      })
      return
    case 'prepare': {
      now += monthMs
      const run = await preparePayoutRun(ctx, { now: new Date(now) })
      if (run) world.runId = run.id
      return
    }
    case 'approve': {
      await approvePayoutRun(ctx, world.runId, await getReadyTotal(db, world.runId))
      return
    }
    case 'settle': {
      const [payout] = (await listPayouts(db, world)).filter(({ state }) => state === 'paying')
      const state = act.isPaid ? 'paid' : 'failed'
      const settlement = payoutSettlement.parse({ state, reference: 'x', reason: 'x' })
      await settlePayout(ctx, payout?.id ?? 0, settlement)
      return
    }
    case 'correct': {
      const settled = (await listPayouts(db, world)).filter(({ settledAt }) => settledAt)
      const payout = settled[act.which]
      const other = payout?.state === 'paid' ? 'failed' : 'paid'
      const correction = payoutCorrection.parse({ state: other, reference: 'x', reason: 'x' })
      await correctPayout(ctx, payout?.id ?? 0, correction)
      return
    }
    case 'erase':
      await deleteUser(ctx, ids[act.who] ?? 0)
      return
    case 'make-file': {
      const payments = await openPayments(ctx, world.runId, 'ach')
      const file = (await listMadeFiles(db, world.runId)).at(-1)
      const paid = payments.map(({ id }) => id)
      if (file) world.files = new Map([...world.files, [file.id, paid]])
      return
    }
    case 'pay-file': {
      const [file] = await listMadeFiles(db, world.runId)
      const { id: fileId = 0, count = 0, cents = 0 } = file ?? {}
      const paid = { fileId, count, cents, reference: 'x' }
      await markFilePaid(ctx, { runId: world.runId, method: 'ach' }, paid)
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
      await setReferrer(ctx, person.id, change)
      const referrerId = world.referrers[to] ?? 0
      world.people = world.people.map((each) => (each === person ? { ...each, referrerId } : each))
      return
    }
    case 'adjust': {
      const { who: at, cents } = act
      const payeeId = world.referrers[at] ?? 0
      await adjustBalance(ctx, { payeeId, cents, reason: 'x', mayOweBack: true })
      world.adjusted = world.adjusted.with(at, (world.adjusted[at] ?? 0) + cents)
    }
  }
}

function listHolds(db: Queryable, { people }: World) {
  const referralIds = people.map(({ referralId }) => referralId)
  const isTheirs = inArray(rewardHolds.referredPersonId, referralIds)
  return db.select().from(rewardHolds).where(isTheirs).orderBy(asc(rewardHolds.id))
}

const listPayouts = (db: Queryable, { referrers }: World) =>
  db.select().from(payouts).where(inArray(payouts.payeeId, referrers)).orderBy(asc(payouts.id))

/** People who referred each other are decided on at the same time, and one is deleted, without a deadlock. */
export async function decideAtOnce(app: TestApp, admin: Agent): Promise<void> {
  await buildPolicy(app)
  for (const isDeleted of [false, true]) await decideOnThree(app, admin, isDeleted)
  expect(await countDeadlocks(app)).toBe(0)
  expect(await findLedgerProblems(app)).toEqual([])
}

async function decideOnThree(app: TestApp, admin: Agent, isDeleted: boolean): Promise<void> {
  const left = await buildUser(app)
  const right = await buildReferred(app, left)
  await app.db
    .insert(referredPeople)
    .values({ referrerId: right.id, referredId: left.id, source: 'administrator' })
  const third = await buildReferred(app, right)
  const hold = await buildHold(app, third.referralId)
  const send = ({ id }: { id: number }, status: string) =>
    admin.patch(`/api/admin/users/${id}/status`).send({ status })
  const answers = await Promise.all([
    send(left, 'approved'),
    send(right, 'approved'),
    send(third, 'approved'),
    send(right, 'rejected'),
    send(left, 'rejected'),
    admin
      .post(`/api/admin/reward-holds/${hold.id}/settle`)
      .send({ outcome: 'released', note: 'Fine' }),
    isDeleted ? admin.delete(`/api/admin/users/${right.id}`) : send(right, 'approved'),
  ])
  for (const { status } of answers) expect([200, 404]).toContain(status)
}

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
  try {
    await createCtx(world.app, world.by).tx(async (inTx) => {
      await perform(inTx, world, act)
      if (isKilled) throw new Killed()
    })
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
