import { eq } from 'drizzle-orm'
import type { MessageExportQuery, MessageListQuery } from '@shared/messages'
import type { Queryable } from '../../db/client'
import { hasWord } from '../../db/literals'
import { readPage } from '../../db/lists/list-page'
import { defineList } from '../../db/lists/open-list'
import type { Shape } from '../../db/lists/shapes'
import type { Selecting, Selection } from '../../db/lists/list-source'
import { messages, referrals } from '../../db/schema/messages'
import { readSearch } from '../../db/lists/search'
import type { ListDatabases } from '../../db/lists/searches'

const messageColumns = {
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

export type MessageRow = Awaited<ReturnType<typeof listMessages>>['rows'][number]
export type ReferralRow = Awaited<ReturnType<typeof listReferrals>>['rows'][number]

/** A page of support messages, newest first. */
export const listMessages = (dbs: ListDatabases, query: MessageListQuery) =>
  readPage(dbs, messageList, query)

export const messageList = defineList('messages', (query: Shape<MessageExportQuery>) => ({
  ...buildList(messages, query),
  select: (tx: Selecting, { where, orderBy, limit, extra }: Selection) =>
    tx
      .select({ ...messageColumns, ...extra })
      .from(messages)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
}))

export async function getMessage(db: Queryable, id: number) {
  const [row] = await db.select(messageColumns).from(messages).where(eq(messages.id, id))
  return row ?? null
}

/** What someone wrote while logged in. */
export async function listMessageIdsOfUser(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(eq(messages.userId, userId))
  return rows.map(({ id }) => id)
}

/** A page of referrals, newest first. */
export const listReferrals = (dbs: ListDatabases, query: MessageListQuery) =>
  readPage(dbs, referralList, query)

export const referralList = defineList('referrals', (query: Shape<MessageExportQuery>) => ({
  ...buildList(referrals, query),
  select: (tx: Selecting, { where, orderBy, limit, extra }: Selection) =>
    tx
      .select({ ...referralColumns, ...extra })
      .from(referrals)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
}))

export async function getReferral(db: Queryable, id: number) {
  const [row] = await db.select(referralColumns).from(referrals).where(eq(referrals.id, id))
  return row ?? null
}

const buildList = (
  table: typeof messages | typeof referrals,
  query: Shape<MessageExportQuery>,
) => ({
  table,
  filter: query.status ? hasWord(table.status, query.status) : undefined,
  search: readSearch(table, query.search),
})
