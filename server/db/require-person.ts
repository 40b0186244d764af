import { eq } from 'drizzle-orm'
import { notFound } from '../errors'
import type { Queryable } from './client'
import { users } from './schema/users'

/** Throws 404 for an account that doesn't exist. */
export async function requirePerson(db: Queryable, userId: number): Promise<void> {
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!person) throw notFound()
}
