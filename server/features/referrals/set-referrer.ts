import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { readCode } from '@shared/referral-codes'
import type { ReferrerChange } from '@shared/referred-people'
import type { Ctx } from '../../ctx'
import type { Queryable, Transaction } from '../../db/client'
import { lockPeople } from '../../db/lock-person'
import { beginningOf } from '../../db/program-days'
import { referralLinks, referredPeople } from '../../db/schema/referral-links'
import { users } from '../../db/schema/users'
import { badRequest, conflict, notFound, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { settleReward } from '../rewards/settle-reward'
import { readFingerprints } from '../rewards/fingerprints'
import { forgetHoldsOfBoth, openHolds } from '../rewards/open-holds'
import { lockPayouts } from '../rewards/post-transaction'

/**
 * Says who referred someone, or that no one did, and brings the ledger to what follows from that. Throws 404
 * without such a person, 400 when no one has that code or email, 409 once a payout has included the reward.
 */
export async function setReferrer(ctx: Ctx, userId: number, change: ReferrerChange): Promise<void> {
  await ctx.tx(async ({ db: tx, sealer, by }) => {
    const after = change.referrer === null ? null : await findReferrer(tx, change.referrer)
    // A decision about either of them is waited for.
    const held = await lockPeople(tx, after ? [userId, after.id] : [userId])
    const isThere = (id: number) => held.some((person) => person.id === id && !person.isAdmin)
    if (!isThere(userId)) throw notFound()
    if (change.referrer !== null && !(after && isThere(after.id)))
      throw refused('No one has this code or email.')
    if (after?.id === userId) throw refused('This is the person’s own code or email.')
    // A run that is being approved is waited for, and its payouts seen.
    await lockPayouts(tx)
    const before = await findReferral(tx, userId)
    // Someone who came by a link that is no one's would be the claimer's one day.
    const isAsBefore = after
      ? before?.referrerId === after.id
      : !before?.referrerId && !before?.code
    if (isAsBefore) return
    if (before && (await isPaidOut(tx, before.id)))
      throw conflict('This referral is part of a payout, so it can’t be changed anymore.')

    const id = await writeReferral(tx, { id: before?.id, userId, after })
    if (after) await openHolds(tx, [id], await readFingerprints(tx, sealer, userId))
    await settleReward(tx, id, by)
    await recordEvent(
      { db: tx, by },
      after ? 'user.referrer-set' : 'user.referrer-removed',
      `user:${userId}`,
      {
        referrer: after ? `user:${after.id}` : null,
        before: before?.referrerId ? `user:${before.referrerId}` : null,
        reason: change.reason,
      },
    )
  })
}

/**
 * Whether a payout that is in transit, or has arrived, includes what someone earned by a referral: it was
 * earned by the end of the run's period, and not taken back by the approval. `owedUpTo` counts the same way.
 */
export async function isPaidOut(db: Queryable, referredPersonId: number): Promise<boolean> {
  const earned = (at: SQL) => sql`(
    select coalesce(-sum(e.cents), 0) from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id and e.account = 'payable'
    where t.referred_person_id = ${referredPersonId} and t.payee_id = payouts.payee_id and ${at})`
  const { rows } = await db.execute(sql`
    select from payouts join payout_runs run on run.id = payouts.run_id
    where payouts.state in ('paying', 'paid')
      and payouts.payee_id in (select payee_id from ledger_transactions
        where referred_person_id = ${referredPersonId})
      and ${earned(sql`t.at < ${beginningOf(sql`(run.last_day + 1)`)}`)} > 0
      and ${earned(sql`t.at <= run.approved_at`)} > 0
    limit 1`)
  return rows.length > 0
}

async function findReferral(tx: Transaction, referredId: number) {
  const [row] = await tx
    .select({
      id: referredPeople.id,
      referrerId: referredPeople.referrerId,
      code: referredPeople.code,
    })
    .from(referredPeople)
    .where(eq(referredPeople.referredId, referredId))
  return row ?? null
}

async function findReferrer(tx: Transaction, text: string) {
  const code = text.includes('@') ? null : readCode(text.replace(/^.*\/r\//i, ''))
  const [found] = code
    ? await tx
        .select({ id: users.id, code: referralLinks.code })
        .from(referralLinks)
        .innerJoin(users, eq(users.id, referralLinks.userId))
        .where(and(eq(referralLinks.code, code), isNull(referralLinks.replacedAt)))
    : await tx
        .select({ id: users.id, code: sql<null>`null` })
        .from(users)
        .where(and(eq(users.email, text), eq(users.isAdmin, 0)))
  return found ?? null
}

const refused = (message: string) => badRequest(message, { referrer: message })

/** The link by which they came is forgotten: the administrator has said who referred them. */
async function writeReferral(
  tx: Transaction,
  {
    id,
    userId: referredId,
    after,
  }: { id: number | undefined; userId: number; after: { id: number; code: string | null } | null },
): Promise<number> {
  const how = {
    referrerId: after?.id ?? null,
    code: after?.code ?? null,
    source: 'administrator',
  } as const
  if (id === undefined) {
    const signedUpAt = sql`(select created_at from users where id = ${referredId})`
    const values = { ...how, referredId, signedUpAt }
    const added = await tx
      .insert(referredPeople)
      .values(values)
      .returning({ id: referredPeople.id })
    return onlyRow(added).id
  }
  await tx.update(referredPeople).set(how).where(eq(referredPeople.id, id))
  await forgetHoldsOfBoth(tx, id)
  return id
}
