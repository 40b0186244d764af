import { randomBytes } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { violatesUnique, type Database } from '../../db/client'
import { endSessions } from '../../db/user-sessions'
import { passwordResets } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import { portalItself, recordEvent } from '../audit/record-event'
import { type Passwords, findPasswordFlaw } from './passwords'
import { newPasswordColumns } from './queries'
import { dropSecondFactor } from './set-up-second-factor'
import { onlyRow, PlainError } from '../../errors'

export const oneTimeHours = 24

const endOfOneTimePassword = () => new Date(Date.now() + oneTimeHours * 3_600_000)

export class AdminMissingError extends PlainError {}

/**
 * Creates the one administrator at the first start. Later starts leave it as it is, whatever the
 * environment says then.
 */
export async function ensureAdmin(input: {
  db: Database
  passwords: Passwords
  email: string | undefined
  password: string | undefined
  /** Whether the password must be replaced at the first login. */
  isOneTime: boolean
}): Promise<void> {
  const { db, passwords, email, password, isOneTime } = input
  const existing = await db.select({ id: users.id }).from(users).where(eq(users.isAdmin, 1))
  if (existing.length > 0) return
  if (!email || !password) {
    throw new AdminMissingError('ADMIN_EMAIL and ADMIN_PASSWORD are needed at the first start.')
  }
  const flaw = await findPasswordFlaw(password, { ...adminProfile, email })
  if (flaw) throw new AdminMissingError(`ADMIN_PASSWORD: ${flaw}`)
  const passwordHash = await passwords.hash(password)
  await db.transaction(async (tx) => {
    // Two processes may start together; the database allows one administrator, and one account of an email.
    const [admin] = await tx
      .insert(users)
      .values({
        ...adminProfile,
        email,
        passwordHash,
        oneTimePasswordUntil: isOneTime ? endOfOneTimePassword() : null,
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (admin) await recordEvent({ db: tx, by: portalItself }, 'admin.created', `user:${admin.id}`)
    else if ((await tx.$count(users, eq(users.isAdmin, 1))) === 0) throw emailTaken()
  })
}

/**
 * Gives the administrator, existing or not, this email and a new one-time password, turns the second
 * factor off, and ends its sessions and mailed links. Returns the password, which is stored nowhere in
 * clear.
 */
export async function recoverAdmin(input: {
  db: Database
  passwords: Passwords
  email: string
}): Promise<string> {
  const { db, passwords, email } = input
  const password = randomBytes(18).toString('base64url')
  const passwordHash = await passwords.hash(password)
  const login = { email, ...newPasswordColumns(passwordHash, endOfOneTimePassword()) }
  await db
    .transaction(async (tx) => {
      // Someone else may have access to the mailbox with the link.
      const admins = tx.select({ id: users.id }).from(users).where(eq(users.isAdmin, 1))
      await tx.delete(passwordResets).where(inArray(passwordResets.userId, admins))
      const [existing] = await tx
        .update(users)
        .set(login)
        .where(eq(users.isAdmin, 1))
        .returning({ id: users.id })
      const admin =
        existing ??
        onlyRow(
          await tx
            .insert(users)
            .values({ ...adminProfile, ...login })
            .returning({ id: users.id }),
        )
      await endSessions(tx, admin.id)
      const object = `user:${admin.id}`
      await recordEvent({ db: tx, by: portalItself }, 'admin.recovered', object)
      if (await dropSecondFactor(tx, admin.id)) {
        await recordEvent({ db: tx, by: portalItself }, 'account.second-factor-off', object)
      }
    })
    .catch(explainTakenEmail)
  return password
}

function explainTakenEmail(error: unknown): never {
  throw violatesUnique(error, 'users_email_unique') ? emailTaken() : error
}

const emailTaken = () =>
  new AdminMissingError('This email belongs to a partner. The administrator needs a different one.')

const adminProfile = {
  firstName: 'Portal',
  lastName: 'Administrator',
  phoneNumber: '',
  isAdmin: 1,
  status: 'approved',
} as const
