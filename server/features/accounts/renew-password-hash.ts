import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { users } from '../../db/schema/users'
import { HttpError } from '../../errors'
import type { Caller } from '../../http/caller'
import type { Passwords } from './passwords'
import { passwordVersion } from './queries'

/**
 * Hashes a password that was just proven anew, when its hash is of an older pepper or cost. A password
 * that changed meanwhile stays as it is; logins go on. When there is too much to hash, the next login
 * does it.
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
