import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { closingDays } from '@shared/accounts'
import { lazily } from '@shared/lazily'
import type { Actor } from '../../ctx'
import type { Database } from '../../db/client'
import { passwordResets } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import { endOtherSessions } from '../../db/user-sessions'
import { forbidden, unauthorized } from '../../errors'
import type { Proof } from '../../http/guards'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { sendLetter } from '../mail/send-letter'
import type { LoginDeps } from './check-login'
import { dropWaitingChange } from './email-change/queries'
import { accountColumns, getAccount, type AccountRow } from './queries'
import { requireProof } from './reauthenticate'

/** Where the program has its office hours. */
const day = lazily(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }),
)

/**
 * Begins to close someone's own account: from now on they can only keep it, and in seven days everything
 * of it is removed. Ends their other sessions and mailed links, and tells them by mail. Throws 403 for the
 * administrator's account, otherwise like `requireProof`.
 */
export async function closeAccount(
  input: LoginDeps & {
    mail: MailDeps
    proof: Proof
    by: Actor
    sessionId: string
  },
): Promise<AccountRow> {
  const { mail, proof, by, sessionId, ...deps } = input
  if (by.isAdmin) {
    throw forbidden('The administrator’s account can’t be closed.', 'administrator')
  }
  await requireProof(deps, by, proof)

  return deps.db.transaction(async (tx) => {
    // First, as in a reset. In the opposite order the two could deadlock.
    await tx.delete(passwordResets).where(eq(passwordResets.userId, by.id))
    const [account] = await tx
      .update(users)
      .set({
        // Asked twice, the first time counts.
        closesAt: sql`coalesce(${users.closesAt}, now() + make_interval(days => ${closingDays}))`,
      })
      .where(eq(users.id, by.id))
      .returning(accountColumns)
    if (!account?.closesAt) throw unauthorized()
    await dropWaitingChange(tx, by.id)
    await endOtherSessions(tx, by.id, sessionId)
    await recordEvent(tx, by, 'account.closing', {
      object: `user:${by.id}`,
      details: { closesAt: account.closesAt.toISOString() },
    })
    const values = { closesOn: day().format(account.closesAt) }
    await sendLetter(tx, mail, { letter: 'closing', to: account, values })
    return account
  })
}

/**
 * Keeps an account that its owner was closing, up to the moment it is removed: the first to lock the row,
 * this or the removal, wins. Throws 401 when it is gone.
 */
export async function keepAccount(input: { db: Database; by: Actor }): Promise<AccountRow> {
  const { db, by } = input
  return db.transaction(async (tx) => {
    const kept = await tx
      .update(users)
      .set({ closesAt: null })
      .where(and(eq(users.id, by.id), isNotNull(users.closesAt)))
      .returning({ id: users.id })
    const account = await getAccount(tx, by.id)
    if (!account) throw unauthorized()
    if (kept.length > 0) {
      await recordEvent(tx, by, 'account.kept', { object: `user:${by.id}` })
    }
    return account
  })
}
