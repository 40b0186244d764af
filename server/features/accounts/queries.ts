import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { users } from '../../db/schema/users'

const sessionColumns = { id: users.id, email: users.email, isAdmin: users.isAdmin }

export const accountColumns = {
  ...sessionColumns,
  firstName: users.firstName,
  lastName: users.lastName,
  phoneNumber: users.phoneNumber,
  status: users.status,
  createdAt: users.createdAt,
}

export type AccountRow = Awaited<ReturnType<typeof getAccount>> & object

export async function findSessionUser(db: Queryable, id: number): Promise<Express.User | null> {
  const [row] = await db.select(sessionColumns).from(users).where(eq(users.id, id))
  return row ?? null
}

export async function getAccount(db: Queryable, id: number) {
  const [row] = await db.select(accountColumns).from(users).where(eq(users.id, id))
  return row ?? null
}

export async function emailIsTaken(db: Queryable, email: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return rows.length > 0
}

const ownerColumns = { id: users.id, email: users.email, firstName: users.firstName }

/** Whose login an e-mail address is, for writing to them. */
export async function findLoginOwner(db: Queryable, email: string) {
  const [row] = await db.select(ownerColumns).from(users).where(eq(users.email, email))
  return row ?? null
}

export async function findLoginOwnerById(db: Queryable, id: number) {
  const [row] = await db.select(ownerColumns).from(users).where(eq(users.id, id))
  return row ?? null
}

/** The only query that reads a password hash. */
export async function getLogin(db: Queryable, email: string) {
  const [row] = await db
    .select({ ...sessionColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  return row ?? null
}
