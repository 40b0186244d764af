import { and, asc, eq, sql } from 'drizzle-orm'
import type { MailChoiceKind } from '@shared/mail-choices'
import { isByChoice, type MailKind } from '@shared/mail-kinds'
import type { Queryable } from '../../db/client'
import { declinedMails } from '../../db/schema/mail'
import { users, personColumns } from '../../db/schema/users'
import { findMailWish, wantsNoEmail } from '../consents/queries'

export async function listDeclined(db: Queryable, userId: number): Promise<MailChoiceKind[]> {
  const rows = await db
    .select({ kind: declinedMails.kind })
    .from(declinedMails)
    .where(eq(declinedMails.userId, userId))
  return rows.map(({ kind }) => kind)
}

/** Whether someone turned such mails off, or withdrew their consent to all that their account does not need. */
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
export const listWilling = (db: Queryable, kind: MailChoiceKind, userIds: number[]) =>
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
