import { eq, sql } from 'drizzle-orm'
import type { MessageListQuery } from '@shared/messages'
import type { Queryable } from '../../db/client'
import { defineList, type List } from '../../db/lists/list'
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

export const messageList = defineList({ ...listed('messages'), columns: messageColumns })

export async function listMessageIdsOfUser(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(eq(messages.userId, userId))
  return rows.map(({ id }) => id)
}

export const referralList = defineList({ ...listed('referrals'), columns: referralColumns })

type RowOf<Listed> = Listed extends List<never, infer Row> ? Row & { id: number } : never
export type MessageRow = RowOf<typeof messageList>
export type ReferralRow = RowOf<typeof referralList>
