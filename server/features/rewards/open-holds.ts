import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { HoldReason } from '@shared/rewards'
import type { Transaction } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { paymentSettings } from '../../db/schema/payouts'
import { referredPeople } from '../../db/schema/referral-links'
import { rewardHolds } from '../../db/schema/rewards'
import { minPhoneDigits, users, duplicateDismissals } from '../../db/schema/users'
import { networkOf } from '../../http/client-address'
import type { Fingerprints } from './fingerprints'

/** The fifth person and those after them who were referred and sign up from one network within a day. */
export const burstFrom = 5

/**
 * Holds back the rewards for people who were referred while there is reason to doubt them. To be called when
 * they sign up, when what it goes by changes (their own or their referrer's email, phone, documents or
 * payment details), and once more before a reward is earned. A reason that was settled before is not opened
 * again. The transaction has locked the referred person or their referrer. With fingerprints, erased accounts
 * are searched as well: for someone whose email or phone is new. Returns what is new.
 */
export const openHolds = (
  tx: Transaction,
  referredPersonIds: readonly number[],
  fingerprints: Fingerprints | null = null,
) => openHoldsWhere(tx, inArray(referredPeople.id, [...referredPersonIds]), fingerprints)

export const openHoldsOfLink = (tx: Transaction, code: string) =>
  openHoldsWhere(tx, sql`${referredPeople.code} = ${code}`, null)

const referrer = alias(users, 'referrer')
const referred = alias(users, 'referred')
const earlier = alias(users, 'earlier')

type Person = Record<'id' | 'mailbox' | 'phoneDigits', AnyPgColumn>

const sameMailbox = (one: Person, other: Person) => sql`${one.mailbox} = ${other.mailbox}`

const samePhone = (one: Person, other: Person) =>
  sql`(${one.phoneDigits} = ${other.phoneDigits}
    and length(${other.phoneDigits}) >= ${minPhoneDigits})`

/** Other people who ever sent a content that this person sent. */
const sendersOfSame = (person: Person) => sql`
  select theirs.user_id as id from ${files} own
    join ${fileVersions} sent on sent.file_id = own.id
    join ${fileVersions} again on again.sha256 = sent.sha256
    join ${files} theirs on theirs.id = again.file_id
  where own.user_id = ${person.id} and theirs.user_id <> own.user_id`

const sameDocument = sql`${referrer.id} in (${sendersOfSame(referred)})`

/** Others who are paid into the account of this one. */
const paidIntoSameAccount = (userId: SQL) => sql`
  select theirs.user_id from ${paymentSettings} own join ${paymentSettings} theirs using (fingerprint)
  where own.user_id = ${userId} and theirs.user_id <> own.user_id`

const payeesLikeReferrer = paidIntoSameAccount(sql`${referrer.id}`)
const samePaymentDetails = sql`${referred.id} in (${payeesLikeReferrer})`
const samePayee = sql`exists (${payeesLikeReferrer} and theirs.user_id <> ${referred.id})`

/**
 * An account from before that seems to be the same person's, apart from the referrer's, unless the
 * administrator has said that it is someone else's.
 */
const hadEarlierAccount = sql`exists (
  select from (
    select ${earlier.id} from ${users} earlier
      where ${earlier.isAdmin} = 0 and ${sameMailbox(earlier, referred)}
    union all select ${earlier.id} from ${users} earlier
      where ${earlier.isAdmin} = 0 and ${samePhone(earlier, referred)}
    union all ${sendersOfSame(referred)}
  ) before
  where before.id < ${referred.id} and before.id is distinct from ${referredPeople.referrerId}
    and not exists (select from ${duplicateDismissals} dismissed
      where dismissed.user_id = before.id and dismissed.other_id = ${referred.id}))`

/** A reward was earned by an account with this mailbox or phone that was erased since. */
const wasRewardedBefore = ({ userId, mailbox, phone }: Fingerprints) => sql`(
  ${referred.id} = ${userId} and exists (select from ${referredPeople} gone
    where gone.mailbox_fingerprint = ${mailbox} or gone.phone_fingerprint = ${phone}))`

const sameNetwork = sql`${networkOf(sql`${referrer.termsAcceptedFrom}`)}
  = ${networkOf(sql`${referred.termsAcceptedFrom}`)}`

/** Signed up from a network with too many referred sign-ups, by any referrer, within the day before. */
const isPartOfBurst = sql`(
  select count(*) from ${referredPeople} near
    join ${users} neighbor on neighbor.id = near.referred_id
  where near.signed_up_at > ${referredPeople.signedUpAt} - interval '1 day'
    and near.signed_up_at <= ${referredPeople.signedUpAt}
    and ${networkOf(sql`neighbor.terms_accepted_from`)}
      = ${networkOf(sql`${referred.termsAcceptedFrom}`)}) >= ${burstFrom}`

/** Reasons to doubt that the referrer is someone else: what may change with either. */
const ofBoth = sql`
  ('same-email', ${sameMailbox(referrer, referred)}),
  ('same-phone', ${samePhone(referrer, referred)}),
  ('same-document', ${sameDocument}),
  ('same-payment-details', ${samePaymentDetails}),
  ('same-network', ${sameNetwork}),
  ('same-payee', ${samePayee})`

const reasonsOfBoth = [
  'same-email',
  'same-phone',
  'same-document',
  'same-payment-details',
  'same-network',
  'same-payee',
] as const satisfies readonly HoldReason[]

const ofReferred = (fingerprints: Fingerprints | null) => sql`
  ('earlier-account', ${hadEarlierAccount}
    or ${fingerprints ? wasRewardedBefore(fingerprints) : sql`false`}),
  ('burst', ${isPartOfBurst})`

const reasonsWhere = (condition: SQL, reasons: SQL) => sql`
  from ${referredPeople}
    join ${users} referred on ${referred.id} = ${referredPeople.referredId}
    left join ${users} referrer on ${referrer.id} = ${referredPeople.referrerId}
    cross join lateral (values ${reasons}) hold(reason, applies)
  where ${condition} and hold.applies
    and not exists (select from ${rewardHolds} known
      where known.referred_person_id = ${referredPeople.id} and known.reason = hold.reason)`

async function openHoldsWhere(
  tx: Transaction,
  condition: SQL,
  fingerprints: Fingerprints | null,
): Promise<{ referredPersonId: number; reason: HoldReason }[]> {
  const { rows } = await tx.execute<{ referredPersonId: number; reason: HoldReason }>(sql`
    insert into ${rewardHolds} (referred_person_id, reason)
    select ${referredPeople.id}, hold.reason
    ${reasonsWhere(condition, sql`${ofBoth}, ${ofReferred(fingerprints)}`)}
    order by ${referredPeople.id}, hold.reason
    on conflict do nothing
    returning referred_person_id as "referredPersonId", reason`)
  return rows
}

/**
 * Who is not held back yet and should be, after a change with someone: that person, and of those that this
 * person, or others paid into the same account, have referred, who seems to be one person with their referrer.
 * What is about the referred alone does not change with their referrer, and would be slow for someone with
 * thousands.
 */
export async function listMissingHolds(
  tx: Transaction,
  userId: number,
  fingerprints: Fingerprints | null,
): Promise<{ id: number; referredId: number }[]> {
  const columns = sql`${referredPeople.id}, ${referredPeople.referredId} as "referredId"`
  const isOwn = sql`${referredPeople.referredId} = ${userId}`
  const isTheirs = sql`${referredPeople.referrerId} in (
    select ${userId}::int union all ${paidIntoSameAccount(sql`${userId}`)})`
  const { rows } = await tx.execute<{ id: number; referredId: number }>(sql`
    select ${columns} ${reasonsWhere(isOwn, sql`${ofBoth}, ${ofReferred(fingerprints)}`)}
    union select ${columns} ${reasonsWhere(isTheirs, ofBoth)}`)
  return rows
}

/** With another referrer, what was found out about the one before says nothing. The trail keeps how it was settled. */
export async function forgetHoldsOfBoth(tx: Transaction, referredPersonId: number): Promise<void> {
  await tx
    .delete(rewardHolds)
    .where(
      and(
        eq(rewardHolds.referredPersonId, referredPersonId),
        inArray(rewardHolds.reason, reasonsOfBoth),
      ),
    )
}
