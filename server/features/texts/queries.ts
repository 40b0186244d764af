import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { TextListQuery } from '@shared/texts'
import type { Queryable } from '../../db/client'
import { defineList, findRow } from '../../db/lists/list'
import { texts, textSettings } from '../../db/schema/texts'
import { users } from '../../db/schema/users'
import { openOrNull, type SealedColumn, type Sealer } from '../../db/sealing'
import { orNotFound } from '../../errors'
import { sqlLiteral } from '../../db/sql-text'
import { consentTo } from '../consents/queries'
import type { Provider } from './twilio'

export const sealedText = (id: number): SealedColumn => ({
  table: 'texts',
  column: 'sealed_content',
  id,
})
export const sealedTextToken: SealedColumn = {
  table: 'text_settings',
  column: 'sealed_token',
  id: 1,
}

/** The saved settings, without the token; null while no provider is connected. */
export async function findTextSettings(db: Queryable) {
  const [row] = await db
    .select({
      accountSid: textSettings.accountSid,
      sender: textSettings.sender,
      kinds: textSettings.kinds,
    })
    .from(textSettings)
  return row ?? null
}

export const noProvider =
  'No text message provider is connected. Connect one under SMS Integration.'

/** Something that the administrator has to mend before texts can be sent. */
export class TextSetupError extends Error {}

/** The provider with its token. Throws TextSetupError when the key that sealed the token is gone. */
export async function findProvider(db: Queryable, sealer: Sealer): Promise<Provider | null> {
  const [row] = await db.select().from(textSettings)
  if (!row) return null
  const { accountSid, sender, sealedToken } = row
  const authToken = openOrNull(() => sealer.open(sealedToken, sealedTextToken))
  if (authToken === null)
    throw new TextSetupError(
      'The stored auth token can’t be opened. Please enter it again under SMS Integration, Provider.',
    )
  return { accountSid, sender, authToken }
}

/** The reader of a text: where they are, and what they last said about texts. */
export async function findTextReader(db: Queryable, userId: number) {
  const [row] = await db
    .select({
      id: users.id,
      isAdmin: users.isAdmin,
      closesAt: users.closesAt,
      phoneNumber: users.phoneNumber,
      timeZone: users.timeZone,
      wantsTexts: consentTo('texts'),
    })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}

const textColumns = {
  id: texts.id,
  personId: texts.userId,
  personName: sql<string>`(select u.first_name || ' ' || u.last_name from users u where u.id = texts.user_id)`,
  recipient: texts.recipient,
  kind: texts.kind,
  segments: texts.segments,
  status: texts.status,
  lastError: texts.lastError,
  nextAttemptAt: texts.nextAttemptAt,
  createdAt: texts.createdAt,
  sentAt: texts.sentAt,
}

export type TextRow = Awaited<ReturnType<typeof getText>>

export const textList = defineList({
  name: 'texts',
  table: 'texts',
  columns: textColumns,
  filter: ({ status }: Pick<TextListQuery, 'status'>) => [
    status && `texts.status = ${sqlLiteral(status)}`,
  ],
})

/** Throws 404 without such a text. */
export const getText = async (db: Queryable, id: number) =>
  orNotFound(await findRow(db, textList, id))

/** The people with this number, newest account first, without the administrator. */
export const listPeopleByPhone = (db: Queryable, digits: string) =>
  db
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.phoneDigits, digits), eq(users.isAdmin, 0)))
    .orderBy(desc(users.id))

/** The person who got the last text that left for a number. */
export async function findLastTexted(db: Queryable, recipient: string): Promise<number | null> {
  const [row] = await db
    .select({ userId: texts.userId })
    .from(texts)
    .where(and(eq(texts.recipient, recipient), gt(texts.attempts, 0)))
    .orderBy(desc(texts.id))
    .limit(1)
  return row?.userId ?? null
}
