import { and, eq, isNotNull, ne, sql, asc } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { mailKindNames, mailKinds, isByChoice, type MailKind } from '@shared/mail-kinds'
import type { MailListQuery, TemplateId } from '@shared/mail'
import type { MailChoiceKind } from '@shared/mail-choices'
import type { Queryable } from '../../db/client'
import { defineList, findRow } from '../../db/lists/list'
import { emailSettings, emailTemplates, mails, declinedMails } from '../../db/schema/mail'
import { referredPeople } from '../../db/schema/referral-links'
import { ledgerEntries, ledgerTransactions } from '../../db/schema/rewards'
import { users, personColumns } from '../../db/schema/users'
import { orNotFound } from '../../errors'
import { sqlLiteral, toSql, type SqlBuilder } from '../../db/sql-text'
import { refusals } from './mail-failure'
import { findMailWish, wantsNoEmail } from '../consents/queries'

/** The saved settings of the mailbox, without its password; null while none are. */
export async function findSettings(db: Queryable) {
  const [row] = await db
    .select({
      email: emailSettings.email,
      host: emailSettings.host,
      port: emailSettings.port,
      secure: emailSettings.secure,
      service: emailSettings.service,
      hasPassword: sql<boolean>`${emailSettings.sealedPassword} is not null`,
    })
    .from(emailSettings)
  return row ?? null
}

/** The only query that reads the mailbox's password, sealed. */
export async function getSealedMailPassword(db: Queryable): Promise<string | null> {
  const [row] = await db.select({ sealed: emailSettings.sealedPassword }).from(emailSettings)
  return row?.sealed ?? null
}

export async function getEditedTemplate(db: Queryable, id: TemplateId) {
  const [row] = await db.select().from(emailTemplates).where(eq(emailTemplates.id, id))
  return row ?? null
}

const mailColumns = {
  id: mails.id,
  kind: mails.kind,
  recipient: mails.recipient,
  subject: mails.subject,
  status: mails.status,
  attempts: mails.attempts,
  lastError: mails.lastError,
  nextAttemptAt: mails.nextAttemptAt,
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
  hasContent: sql<boolean>`${mails.sealedContent} is not null`,
}

export type MailRow = Awaited<ReturnType<typeof getMail>>

export const mailList = defineList({
  name: 'outbox',
  table: 'mails',
  columns: mailColumns,
  filter: ({ status }: Pick<MailListQuery, 'status'>) => [
    status && `mails.status = ${sqlLiteral(status)}`,
  ],
})

/** Throws 404 without such a mail. */
export const getMail = async (db: Queryable, id: number) =>
  orNotFound(await findRow(db, mailList, id))

/** Whether the recipient is closing the account. */
export async function isClosing(db: Queryable, userId: number): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.closesAt)))
  return rows.length > 0
}

/** The reader of a mail about something of theirs. */
export async function findPerson(db: Queryable, id: number) {
  const [row] = await db
    .select({
      ...personColumns,
      status: users.status,
    })
    .from(users)
    .where(eq(users.id, id))
  return row ?? null
}

const referrer = alias(users, 'referrer')

/** Someone who was referred, and who referred them; null without a referrer who could be rewarded. */
export async function findReferral(db: Queryable, referredId: number) {
  const [row] = await db
    .select({
      id: referredPeople.id,
      referrerId: referrer.id,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(referredPeople)
    .innerJoin(users, eq(users.id, referredPeople.referredId))
    .innerJoin(referrer, eq(referrer.id, referredPeople.referrerId))
    .where(and(eq(referredPeople.referredId, referredId), ne(referrer.status, 'rejected')))
  return row ?? null
}

export async function findRewardCents(db: Queryable, referredPersonId: number): Promise<number> {
  const [row] = await db
    .select({ cents: sql<string>`coalesce(-sum(${ledgerEntries.cents}), 0)` })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .where(
      and(
        eq(ledgerTransactions.referredPersonId, referredPersonId),
        eq(ledgerEntries.account, 'payable'),
      ),
    )
  return Number(row?.cents ?? 0)
}

const unasked = mailKindNames.filter((kind) => mailKinds[kind].turnedOffBy === null)

/**
 * The ids of people whose email refused for good what they are sent whatever they chose, for the inside of another
 * statement. It is over once they have another email or a later mail was taken. Failed mails are few and have
 * an index, and what else is read of the outbox is theirs. A failed mail is due no more: when it was due last
 * is when it failed.
 */
export const bouncedUserIds: SqlBuilder = (bind) => `select bounced.user_id from mails bounced
  join users owner on owner.id = bounced.user_id and lower(owner.email::text) = lower(bounced.recipient)
  where bounced.status = 'failed' and bounced.kind = any(${bind(unasked)}::text[])
    and bounced.last_error in (${bind(refusals.recipient)}, ${bind(refusals.message)})
    and not exists (select from mails taken where taken.user_id = bounced.user_id
      and taken.status = 'sent' and lower(taken.recipient) = lower(bounced.recipient)
      and taken.sent_at > bounced.next_attempt_at)`

/** Those of these people whose email bounced. */
export async function findBounced(db: Queryable, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct user_id as id from (${toSql(bouncedUserIds)}) found
    where user_id = any(${sql.param([...userIds])}::int[])`)
  return rows.map(({ id }) => id)
}

export async function listDeclined(db: Queryable, userId: number): Promise<MailChoiceKind[]> {
  const rows = await db
    .select({ kind: declinedMails.kind })
    .from(declinedMails)
    .where(eq(declinedMails.userId, userId))
  return rows.map(({ kind }) => kind)
}

/**
 * Whether someone turned such mails off, or withdrew their consent to all that their account does not need. What
 * no one can turn off is not declined.
 */
export async function isDeclined(
  db: Queryable,
  { kind, userId }: { kind: MailKind; userId: number | null },
): Promise<boolean> {
  if (!isByChoice(kind) || userId === null) return false
  const [declined] = await db
    .select({ kind: declinedMails.kind })
    .from(declinedMails)
    .where(and(eq(declinedMails.userId, userId), eq(declinedMails.kind, kind)))
  if (declined) return true
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return person !== undefined && (await findMailWish(db, person.email))?.wantsEmail === false
}

/** Those of these people who take such mails: nothing `isDeclined`. */
export const listWilling = (db: Queryable, kind: MailKind, userIds: number[]) =>
  db
    .select({
      ...personColumns,
    })
    .from(users)
    .where(
      and(
        sql`${users.id} = any(${sql.param(userIds)}::int[])`,
        sql`not ${wantsNoEmail}`,
        sql`not exists (select from ${declinedMails} where ${declinedMails.userId} = ${users.id} and ${declinedMails.kind} = ${kind})`,
      ),
    )
    .orderBy(asc(users.id))
