import { sql } from 'drizzle-orm'
import type { Queryable } from './client'
import { onlyRow } from '../errors'

/** An email address as the mailbox that it leads to, a phone number as its digits: what is compared. */
export async function normalizeContact(db: Queryable, typed: string): Promise<string> {
  const form = typed.includes('@') ? sql`mailbox(${typed})` : sql`phone_digits(${typed})`
  const { rows } = await db.execute<{ contact: string }>(sql`select ${form} as contact`)
  return onlyRow(rows).contact
}
