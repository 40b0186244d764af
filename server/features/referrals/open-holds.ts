import { sql, type SQL } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../db/client'
import { duplicateDismissals } from '../../db/schema/duplicate-dismissals'
import { files, fileVersions } from '../../db/schema/files'
import { paymentSettings } from '../../db/schema/payouts'
import { referredPeople } from '../../db/schema/referral-links'
import { rewardHolds } from '../../db/schema/rewards'
import { mailboxOf, phoneDigitsOf, users } from '../../db/schema/users'

type HoldReason = (typeof rewardHolds.$inferInsert)['reason']

/** The fifth person and those after them who were referred and sign up from one network within a day. */
export const burstFrom = 5
/** As for duplicates: fewer digits are no one's number. */
const minPhoneDigits = 7

/**
 * Holds back the reward for someone who was referred while there is reason to doubt it. To be called when
 * they sign up, and when what it goes by changes: their own or their referrer's email, phone, documents
 * or payment details. A reason that was settled before is not opened again. Answers what is new.
 */
export const openHolds = (tx: Transaction, referredPersonId: number) =>
  openHoldsWhere(tx, sql`${referredPeople.id} = ${referredPersonId}`)

/** The same for everyone whom someone has referred, and for themselves. */
export const openHoldsAround = (tx: Transaction, userId: number) =>
  openHoldsWhere(
    tx,
    sql`${referredPeople.referrerId} = ${userId} or ${referredPeople.referredId} = ${userId}`,
  )

/** The same for everyone who came by a link. */
export const openHoldsOfLink = (tx: Transaction, code: string) =>
  openHoldsWhere(tx, sql`${referredPeople.code} = ${code}`)

interface Person {
  id: AnyPgColumn
  email: AnyPgColumn
  phoneNumber: AnyPgColumn
}

const referrer = alias(users, 'referrer')
const referred = alias(users, 'referred')
const earlier = alias(users, 'earlier')

async function openHoldsWhere(
  tx: Transaction,
  condition: SQL,
): Promise<{ referredPersonId: number; reason: HoldReason }[]> {
  const { rows } = await tx.execute<{ referredPersonId: number; reason: HoldReason }>(sql`
    insert into ${rewardHolds} (referred_person_id, reason)
    select ${referredPeople.id}, doubt.reason from ${referredPeople}
      join ${users} referred on ${referred.id} = ${referredPeople.referredId}
      left join ${users} referrer on ${referrer.id} = ${referredPeople.referrerId}
      cross join lateral (values
        ('same-email', ${sameMailbox(referrer, referred)}),
        ('same-phone', ${samePhone(referrer, referred)}),
        ('same-document', ${sameDocument}),
        ('same-payment-details', ${samePaymentDetails}),
        ('earlier-account', ${hadEarlierAccount}),
        ('burst', ${isPartOfBurst})
      ) doubt(reason, is_given)
    where (${condition}) and doubt.is_given
    on conflict do nothing
    returning referred_person_id as "referredPersonId", reason`)
  return rows
}

const sameMailbox = (one: Person, other: Person) => sql`${mailboxOf(one)} = ${mailboxOf(other)}`

const samePhone = (one: Person, other: Person) =>
  sql`(${phoneDigitsOf(one)} = ${phoneDigitsOf(other)}
    and length(${phoneDigitsOf(other)}) >= ${minPhoneDigits})`

/** Whoever else ever sent a content that this person sent. */
const sendersOfSame = (person: Person) => sql`
  select theirs.user_id as id from ${files} own
    join ${fileVersions} sent on sent.file_id = own.id
    join ${fileVersions} again on again.sha256 = sent.sha256
    join ${files} theirs on theirs.id = again.file_id
  where own.user_id = ${person.id} and theirs.user_id <> own.user_id`

const sameDocument = sql`${referrer.id} in (${sendersOfSame(referred)})`

const samePaymentDetails = sql`exists (
  select from ${paymentSettings} own join ${paymentSettings} theirs using (fingerprint)
  where own.user_id = ${referrer.id} and theirs.user_id = ${referred.id})`

/**
 * An account from before that seems to be the same person's, apart from the referrer's, unless the
 * administrator has said that it is someone else's. Of an erased account nothing is left to compare.
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

/** An IPv4 /24, an IPv6 /64. */
const networkOf = (address: SQL) => sql`network(set_masklen(${address}::inet,
  case family(${address}::inet) when 4 then 24 else 64 end))`

/** Signed up from where too many did who were referred, by whomever, within the day before. */
const isPartOfBurst = sql`(
  select count(*) from ${referredPeople} near
    join ${users} neighbor on neighbor.id = near.referred_id
  where near.signed_up_at > ${referredPeople.signedUpAt} - interval '1 day'
    and near.signed_up_at <= ${referredPeople.signedUpAt}
    and ${networkOf(sql`neighbor.terms_accepted_from`)}
      = ${networkOf(sql`${referred.termsAcceptedFrom}`)}) >= ${burstFrom}`
