import { eq, sql } from 'drizzle-orm'
import type { MessageListQuery } from '@shared/messages'
import type { Queryable } from '../../db/client'
import { defineList, findRow } from '../../db/lists/list'
import { readPage } from '../../db/lists/list-page'
import type { ListDatabases } from '../../db/lists/searches'
import { messages, referrals } from '../../db/schema/messages'
import { sqlLiteral } from '../../db/sql-text'

const messageColumns = {
  kind: sql<'support'>`'support'`,
  id: messages.id,
  status: messages.status,
  createdAt: messages.createdAt,
  name: messages.name,
  email: messages.email,
  subject: messages.subject,
  message: messages.message,
  userId: messages.userId,
}

const referralColumns = {
  kind: sql<'referral'>`'referral'`,
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

const listed = (table: 'messages' | 'referrals') => ({
  name: table,
  table,
  filter: ({ status }: Pick<MessageListQuery, 'status'>) => [
    status && `${table}.status = ${sqlLiteral(status)}`,
  ],
})

export type MessageRow = Awaited<ReturnType<typeof listMessages>>['rows'][number]
export type ReferralRow = Awaited<ReturnType<typeof listReferrals>>['rows'][number]

export const listMessages = (dbs: ListDatabases, query: MessageListQuery) =>
  readPage(dbs, messageList, query)

export const messageList = defineList({ ...listed('messages'), columns: messageColumns })

export const getMessage = (db: Queryable, id: number) => findRow(db, messageList, id)

export async function listMessageIdsOfUser(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(eq(messages.userId, userId))
  return rows.map(({ id }) => id)
}

export const listReferrals = (dbs: ListDatabases, query: MessageListQuery) =>
  readPage(dbs, referralList, query)

export const referralList = defineList({ ...listed('referrals'), columns: referralColumns })

export const getReferral = (db: Queryable, id: number) => findRow(db, referralList, id)
