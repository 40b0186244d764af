import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '../../db/client'
import { rejectionReason } from '../../db/review'
import { passwordResets } from '../../db/schema/mail'
import { users, profileColumns } from '../../db/schema/users'
import type { SealedColumn } from '../../db/sealing'
import { openSession } from '../../db/user-sessions'
import type { Env } from '../../env'
import { unauthorized } from '../../errors'
import { getMissingStep } from '../../http/guards'
import type { FoundSession } from '../../http/session-store'
import { openQuestion, ownAnswers, pauses } from '../questions/queries'
import { sessions, recoveryCodes, secondFactors } from '../../db/schema/logins'

/** Rows older than the column use their hash, which is what their sessions hold. */
export const passwordVersion = sql<string>`coalesce(${users.passwordVersion},
  encode(sha256(convert_to(${users.passwordHash}, 'UTF8')), 'hex'))`

export const sessionColumns = {
  id: users.id,
  email: users.email,
  isAdmin: users.isAdmin,
  passwordVersion,
  oneTimePasswordUntil: users.oneTimePasswordUntil,
  closesAt: users.closesAt,
  // Drizzle would leave the table's name off the id, which the inner table has as well.
  hasSecondFactor: sql<boolean>`exists (select 1 from second_factors f
    where f.id = users.id and f.confirmed_at is not null)`,
}

export const accountColumns = {
  ...sessionColumns,
  ...profileColumns,
  status: users.status,
  statusReason: users.statusReason,
  statusAt: users.statusAt,
  kind: users.kind,
  createdAt: users.createdAt,
  question: openQuestion,
  answers: ownAnswers,
  pauses,
}

export type AccountRow = Awaited<ReturnType<typeof getAccount>> & object

/**
 * Finds a session that has not run out, with who is logged in by it. Every request asks this, so the
 * statement is put together only once.
 */
export function prepareFindSession(db: Database) {
  const found = db
    .select({ ...openSession.columns, user: sessionColumns })
    .from(sessions)
    .leftJoin(users, eq(users.id, openSession.userId))
    .where(openSession.is(sql.placeholder('sid')))
    .prepare('find_session')
  return async (sid: string): Promise<FoundSession | null> => {
    const [row] = await found.execute({ sid })
    return row ?? null
  }
}

export async function getAccount(db: Queryable, id: number) {
  const [row] = await db.select(accountColumns).from(users).where(eq(users.id, id))
  return row ?? null
}

export async function requireAccount(db: Queryable, id: number): Promise<AccountRow> {
  const account = await getAccount(db, id)
  if (!account) throw unauthorized()
  return account
}

export const emailIsTaken = async (db: Queryable, email: string): Promise<boolean> =>
  (await db.$count(users, eq(users.email, email))) > 0

const ownerColumns = {
  ...sessionColumns,
  firstName: users.firstName,
  lastName: users.lastName,
}

/** Finds the person with this address or account, for writing to them. */
export async function findLoginOwner(db: Queryable, by: { email: string } | { id: number }) {
  const isMeant = 'id' in by ? eq(users.id, by.id) : eq(users.email, by.email)
  const [row] = await db.select(ownerColumns).from(users).where(isMeant)
  return row ?? null
}

/**
 * Locks the link that was mailed to someone, if there is one: before their account, as a reset does. In
 * the opposite order the two could deadlock.
 */
export async function lockResetLink(tx: Transaction, userId: number): Promise<void> {
  await tx
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(eq(passwordResets.userId, userId))
    .for('update')
}

/** The columns that a new password changes. Every session of the version before ends. */
export const newPasswordColumns = (
  passwordHash: string,
  oneTimePasswordUntil: Date | null = null,
) => ({
  passwordHash,
  oneTimePasswordUntil,
  passwordVersion: sql`gen_random_uuid()::text`,
})

/** The only query that reads a password hash. */
export async function getLogin(db: Queryable, email: string) {
  const [row] = await db
    .select({ ...sessionColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  return row ?? null
}

export const sealedSeed = (userId: number): SealedColumn => ({
  table: 'second_factors',
  column: 'sealed_seed',
  id: userId,
})

export async function hasSecondFactor(db: Queryable, userId: number): Promise<boolean> {
  const isOn = and(eq(secondFactors.id, userId), isNotNull(secondFactors.confirmedAt))
  return (await db.$count(secondFactors, isOn)) > 0
}

/** The only query that reads a sealed seed. */
export async function getSecondFactor(db: Queryable, userId: number) {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.id, userId))
  return row ?? null
}

export const countRecoveryCodes = (db: Queryable, userId: number): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))

/** Leaves out what isn't so. The database writes the times of JSON with an offset of its own. */
export const presentCurrentUser = (row: AccountRow, env: Env) => ({
  ...row,
  statusReason: rejectionReason(row),
  isReferrer: row.kind === 'referrer' || undefined,
  missingStep: getMissingStep(row, env) ?? undefined,
  question: row.question ? { ...row.question, askedAt: new Date(row.question.askedAt) } : undefined,
  answers: row.answers?.map((answer) => ({
    ...answer,
    askedAt: new Date(answer.askedAt),
    answeredAt: new Date(answer.answeredAt),
  })),
  pauses: row.pauses?.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
  closesAt: row.closesAt ?? undefined,
})
