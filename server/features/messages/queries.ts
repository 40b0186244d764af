import { and, desc, eq, lt } from 'drizzle-orm'
import type { MessageListQuery } from '@shared/messages'
import type { Queryable } from '../../db/client'
import { messages, referrals } from '../../db/schema/messages'
import { searchCondition } from '../../db/search'
import { countUpToLimit } from '../../db/totals'

const messageColumns = {
  id: messages.id,
  status: messages.status,
  createdAt: messages.createdAt,
  name: messages.name,
  email: messages.email,
  subject: messages.subject,
  message: messages.message,
}

const referralColumns = {
  id: referrals.id,
  status: referrals.status,
  createdAt: referrals.createdAt,
  name: referrals.name,
  email: referrals.email,
  phone: referrals.phone,
  referralName: referrals.referralName,
  referralEmail: referrals.referralEmail,
  referralPhone: referrals.referralPhone,
}

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number]
export type ReferralRow = Awaited<ReturnType<typeof listReferrals>>[number]

/** A page of support messages, newest first, and one more. */
export async function listMessages(db: Queryable, query: MessageListQuery) {
  return db
    .select(messageColumns)
    .from(messages)
    .where(and(matches(messages, query), query.cursor ? lt(messages.id, query.cursor) : undefined))
    .orderBy(desc(messages.id))
    .limit(query.limit + 1)
}

export async function countMessages(db: Queryable, query: MessageListQuery): Promise<number> {
  return countUpToLimit(db, messages, matches(messages, query))
}

export async function getMessage(db: Queryable, id: number) {
  const [row] = await db.select(messageColumns).from(messages).where(eq(messages.id, id))
  return row ?? null
}

/** A page of referrals, newest first, and one more. */
export async function listReferrals(db: Queryable, query: MessageListQuery) {
  return db
    .select(referralColumns)
    .from(referrals)
    .where(
      and(matches(referrals, query), query.cursor ? lt(referrals.id, query.cursor) : undefined),
    )
    .orderBy(desc(referrals.id))
    .limit(query.limit + 1)
}

export async function countReferrals(db: Queryable, query: MessageListQuery): Promise<number> {
  return countUpToLimit(db, referrals, matches(referrals, query))
}

export async function getReferral(db: Queryable, id: number) {
  const [row] = await db.select(referralColumns).from(referrals).where(eq(referrals.id, id))
  return row ?? null
}

function matches(table: typeof messages | typeof referrals, query: MessageListQuery) {
  return and(
    query.status ? eq(table.status, query.status) : undefined,
    searchCondition(table.search, query.search),
  )
}
