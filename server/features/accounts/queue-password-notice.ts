import type { AuditAction } from '@shared/audit'
import type { Transaction } from '../../db/client'
import { describeSender, type MailDeps } from '../mail/find-sender'
import { plainName } from '../mail/plain-name'
import { queueMail } from '../mail/queue-mail'
import { findLoginOwnerById } from './queries'

interface Notice {
  subject: string
  happened: (account: string) => string
}

/** Tells somebody by mail that their password is another now, in case it was not them. */
export const queuePasswordNotice = (tx: Transaction, mail: MailDeps, userId: number) =>
  queueNotice(tx, mail, userId, {
    subject: 'Your password was changed',
    happened: (account) => `The password of ${account} was changed just now`,
  })

const secondFactorNotices = {
  'account.second-factor-on': {
    subject: 'Two-step login was turned on',
    happened: (account: string) => `Two-step login of ${account} was turned on just now`,
  },
  'account.second-factor-off': {
    subject: 'Two-step login was turned off',
    happened: (account: string) => `Two-step login of ${account} was turned off just now`,
  },
  'account.recovery-codes-replaced': {
    subject: 'You have new recovery codes',
    happened: (account: string) => `The recovery codes of ${account} were replaced just now`,
  },
} satisfies Partial<Record<AuditAction, Notice>>

export type SecondFactorChange = keyof typeof secondFactorNotices

/** The same about the authenticator app. */
export const queueSecondFactorNotice = (
  tx: Transaction,
  mail: MailDeps,
  { userId, change }: { userId: number; change: SecondFactorChange },
) => queueNotice(tx, mail, userId, secondFactorNotices[change])

/** Nobody is told while no sender is configured. */
async function queueNotice(
  tx: Transaction,
  mail: MailDeps,
  userId: number,
  notice: Notice,
): Promise<void> {
  if (!(await describeSender(tx, mail.env))) return
  const owner = await findLoginOwnerById(tx, userId)
  if (!owner) return
  const { portalName, supportEmail, supportPhone } = mail.env.brand
  await queueMail(tx, mail, {
    kind: 'notice',
    recipient: owner.email,
    userId,
    subject: notice.subject,
    text: `Hi ${plainName(owner.firstName)},

${notice.happened(`your account on ${portalName}`)}, and everybody else was logged out of it.

If this was not you, write to ${supportEmail} or call ${supportPhone} at once.`,
  })
}
