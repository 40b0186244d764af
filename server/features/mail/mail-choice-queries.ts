import { and, eq } from 'drizzle-orm'
import { mailChoiceKind, type MailChoiceKind } from '@shared/mail-choices'
import type { Queryable } from '../../db/client'
import { declinedMails } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import { findMailWish } from '../consents/queries'

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
  mail: { kind: string; userId: number | null },
): Promise<boolean> {
  const { userId } = mail
  const kind = mailChoiceKind.safeParse(mail.kind)
  if (!kind.success || userId === null) return false
  const [declined] = await db
    .select({ kind: declinedMails.kind })
    .from(declinedMails)
    .where(and(eq(declinedMails.userId, userId), eq(declinedMails.kind, kind.data)))
  if (declined) return true
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return person !== undefined && (await findMailWish(db, person.email))?.wantsEmail === false
}
