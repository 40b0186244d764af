import { eq, sql } from 'drizzle-orm'
import { monthCents, rateOf } from '@shared/reward-rates'
import type { EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { lockPerson, lockPeople } from '../../db/lock-person'
import { referredPeople } from '../../db/schema/referral-links'
import { openHolds, listMissingHolds } from './open-holds'
import { findPolicyInForce, listPolicies } from './policies'
import { postTransaction, lockPayees } from './post-transaction'
import {
  findReferralState,
  findStateOfReferred,
  listActivePolicies,
  listUnsettledOf,
  type ReferralState,
  type ActiveReward,
} from './referral-states'
import type { Sealer } from '../../db/sealing'
import { readFingerprints, type Fingerprints } from './fingerprints'

/**
 * Brings the ledger to what is due for a referral: its reward, exactly the reversal of it, or nothing when
 * it is right already. Everything that changes whether it is due calls this afterwards, in its transaction:
 * a decision about the person, a hold opened or settled, another referrer.
 */
export async function settleReward(tx: Transaction, referredPersonId: number, by: EventSource) {
  const [referral] = await tx
    .select({ referredId: referredPeople.referredId })
    .from(referredPeople)
    .where(eq(referredPeople.id, referredPersonId))
  if (!referral?.referredId) return
  await lockPerson(tx, referral.referredId)
  await settleAll(tx, { own: await findReferralState(tx, referredPersonId) }, by)
}

/** Settles all that someone has referred, once they were rejected, or are no longer. */
export const settleRewardsOfReferrer = (
  tx: Transaction,
  referrerId: number,
  by: EventSource,
): Promise<void> => settleAll(tx, { referrerId }, by)

/** Settles what this person was referred for and what they referred. The caller has locked their row. */
export async function settleRewardsOfUser(tx: Transaction, userId: number, by: EventSource) {
  const own = await findStateOfReferred(tx, userId)
  await settleAll(tx, { own, ...((await refersOthers(tx, userId)) && { referrerId: userId }) }, by)
}

interface Selection {
  own?: ReferralState | null
  referrerId?: number
}

async function settleAll(
  tx: Transaction,
  { own, referrerId }: Selection,
  by: EventSource,
): Promise<void> {
  const listOthers = async () => (referrerId ? listUnsettledOf(tx, referrerId) : [])
  await openLateHolds(tx, [...(own ? [own] : []), ...(await listOthers())])
  await lockPayees(tx, [...(own ? payeesOf(own) : []), ...(referrerId ? [referrerId] : [])])
  if (own) await settle(tx, own.id, by)
  for (const { id } of await listOthers()) await settle(tx, id, by)
}

/**
 * Opens holds on what is about to be earned: two simultaneous changes did not see each other, nor payment
 * details from before and after a change of their key. Before payees are locked, as a transaction that opens
 * a hold locks those afterwards.
 */
async function openLateHolds(tx: Transaction, states: readonly ReferralState[]): Promise<void> {
  const earning = states.filter(
    ({ isDue, referrerId, active }) => isDue && active?.payeeId !== referrerId,
  )
  const ids = earning.map(({ id }) => id)
  if (ids.length > 0) await openHolds(tx, ids)
}

async function refersOthers(tx: Transaction, userId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: referredPeople.id })
    .from(referredPeople)
    .where(eq(referredPeople.referrerId, userId))
    .limit(1)
  return rows.length > 0
}

const payeesOf = ({ referrerId, active }: ReferralState): number[] =>
  [referrerId, active?.payeeId].filter((id) => typeof id === 'number')

/** With its payees held, so that what is read now stays as it is. */
async function settle(tx: Transaction, referredPersonId: number, by: EventSource): Promise<void> {
  const state = await findReferralState(tx, referredPersonId)
  if (!state) return
  const { isDue, referrerId, active } = state
  const isRight = active ? isDue && active.payeeId === referrerId : !isDue
  // Once an account is gone, no one can tell what was due: what is there stays.
  const isOver = !state.referredId || (!referrerId && (active?.payeeIsGone ?? true))
  if (isRight || isOver) return
  if (active) await reverse(tx, { ...state, active }, by)
  if (isDue && referrerId) await reward(tx, { ...state, referrerId }, by)
}

async function reverse(
  tx: Transaction,
  { id, round, active }: ReferralState & { active: ActiveReward },
  by: EventSource,
): Promise<void> {
  const { payeeId, month, policyId, cents } = active
  await postTransaction(
    tx,
    {
      kind: 'reversal',
      payeeId,
      month,
      policyId,
      referredPersonId: id,
      round,
    },
    { cents, from: 'payable', to: 'rewards', action: 'reward.reversed', by },
  )
  await settleMonth(tx, { payeeId, month }, by)
}

/** At the rate of the place that it takes in its month, which is that of the approval. */
async function reward(
  tx: Transaction,
  { id, round, referrerId: payeeId, month, approvedAt }: ReferralState & { referrerId: number },
  by: EventSource,
): Promise<void> {
  if (!month || !approvedAt) throw new Error(`Referral ${id} is due and was never approved.`)
  const policy = await findPolicyInForce(tx, approvedAt)
  const position = (await listActivePolicies(tx, { payeeId, month })).length + 1
  await postTransaction(
    tx,
    {
      kind: 'reward',
      payeeId,
      month,
      policyId: policy.id,
      referredPersonId: id,
      round: round + 1,
    },
    {
      cents: rateOf(policy, position, position),
      from: 'rewards',
      to: 'payable',
      action: 'reward.earned',
      by,
    },
  )
  await settleMonth(tx, { payeeId, month }, by)
}

/** Tiers: another reward, or one less, can change what the others of that month earn. */
async function settleMonth(
  tx: Transaction,
  of: { payeeId: number; month: string },
  by: EventSource,
): Promise<void> {
  const policies = new Map((await listPolicies(tx)).map((policy) => [policy.id, policy]))
  const active = await listActivePolicies(tx, of)
  const due = monthCents(
    active.map((id) => policies.get(id)).filter((policy) => policy !== undefined),
  )
  const missing = due - (await sumMonth(tx, of))
  if (missing === 0) return
  await postTransaction(
    tx,
    { kind: 'tier', ...of },
    { cents: missing, from: 'rewards', to: 'payable', action: 'reward.tier-changed', by },
  )
}

/** The cents that a month's referrals have earned by the ledger. */
async function sumMonth(
  tx: Transaction,
  { payeeId, month }: { payeeId: number; month: string },
): Promise<number> {
  const { rows } = await tx.execute<{ cents: string }>(sql`
    select coalesce(sum(e.cents), 0) as cents
    from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id and e.account = 'rewards'
    where t.payee_id = ${payeeId} and t.month = ${month} and t.kind in ('reward', 'reversal', 'tier')`)
  return Number(rows[0]?.cents)
}

/**
 * To be called when someone's documents or payment details have changed, whose account is locked. What is held
 * back now and was earned before is taken back. Returns what is new.
 */
export const recheckHolds = (tx: Transaction, userId: number, by: EventSource) =>
  recheck(tx, userId, by, null)

/** Compares with erased accounts too. To be called after sign-up, and after a change of email or phone. */
export const recheckContact = async (
  tx: Transaction,
  sealer: Sealer,
  userId: number,
  by: EventSource,
) => recheck(tx, userId, by, await readFingerprints(tx, sealer, userId))

async function recheck(
  tx: Transaction,
  userId: number,
  by: EventSource,
  fingerprints: Fingerprints | null,
) {
  const missing = await listMissingHolds(tx, userId, fingerprints)
  if (missing.length === 0) return []
  // Accounts before what refers to them: the same lock order as deletion.
  await lockPeople(
    tx,
    missing.map(({ referredId }) => referredId),
  )
  const opened = await openHolds(
    tx,
    missing.map(({ id }) => id),
    fingerprints,
  )
  const held = new Set(opened.map(({ referredPersonId }) => referredPersonId))
  for (const id of held) await settleReward(tx, id, by)
  return opened
}
