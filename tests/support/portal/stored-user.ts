import { eq } from 'drizzle-orm'
import { users } from '@server/db/schema/users'
import type { TestApp } from './app'

/** Undefined where there is none. */
export async function readUser(app: TestApp, email: string) {
  const [row] = await app.db.select().from(users).where(eq(users.email, email))
  return row
}
