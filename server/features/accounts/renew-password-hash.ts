import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { users } from '../../db/schema/users'
import { HttpError } from '../../errors'
import type { Caller } from '../../http/caller'
import type { Passwords } from './passwords'
import { passwordVersion } from './queries'

/**
 * Rehashes a password that was just verified when its hash has an older pepper or cost. A password that
 * changed meanwhile is left alone, and sessions go on. When the queue is full, the next login does it.
 */
export async function renewPasswordHash(input: {
  db: Database
  passwords: Passwords
  found: { id: number; passwordHash: string }
  password: string
  caller: Caller
}): Promise<void> {
  const { db, passwords, found, password, caller } = input
  if (passwords.isCurrent(found.passwordHash)) return
  const passwordHash = await passwords.hash(password, { caller }).catch((error: unknown) => {
    if (error instanceof HttpError) return null
    throw error
  })
  if (passwordHash === null) return
  await db
    .update(users)
    .set({ passwordHash, passwordVersion })
    .where(and(eq(users.id, found.id), eq(users.passwordHash, found.passwordHash)))
}
