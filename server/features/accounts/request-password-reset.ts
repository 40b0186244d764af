import { resetMinutes } from '@shared/accounts'
import type { Visitor } from '../../ctx'
import { addJob } from '../../db/add-job'
import type { Database } from '../../db/client'
import { passwordResets } from '../../db/schema/mail'
import type { Env } from '../../env'
import { notFound } from '../../errors'
import { hashToken, newToken } from '../../tokens'
import { recordEvent } from '../audit/record-event'
import { isMailConfigured, type MailDeps } from '../mail/find-sender'
import { sendLetter } from '../mail/send-letter'
import { findLoginOwner } from './queries'

/**
 * Has a link sent to the owner of this address, if there is one. All that depends on the account happens
 * later, in a job: the answer and the time it takes tell nothing. Throws 404 without a mail sender.
 */
export async function requestPasswordReset(input: {
  db: Database
  env: Env
  email: string
  by: Visitor
}): Promise<void> {
  const { db, env, email, by } = input
  if (!(await isMailConfigured(db, env))) throw notFound('Passwords cannot be reset by email here.')
  await db.transaction(async (tx) =>
    addJob(tx, 'request-password-reset', { email, ...by }, { isUrgent: true }),
  )
}

/** The job: a new link, which makes the one before it worthless, and the mail that carries it. */
export async function sendResetLink(input: {
  db: Database
  mail: MailDeps
  email: string
  by: Visitor
}): Promise<void> {
  const { db, mail, email, by } = input
  const token = newToken()
  await db.transaction(async (tx) => {
    const owner = await findLoginOwner(tx, email)
    const about = owner ? { object: `user:${owner.id}` } : {}
    await recordEvent(tx, by, 'account.reset-requested', about)
    if (!owner) return
    const link = {
      tokenHash: hashToken(token),
      expiresAt: new Date(Date.now() + resetMinutes * 60_000),
      spentAt: null,
    }
    await tx
      .insert(passwordResets)
      .values({ userId: owner.id, ...link })
      .onConflictDoUpdate({ target: passwordResets.userId, set: link })
    await sendLetter(tx, mail, { letter: 'reset', to: owner, values: { token } })
  })
}
