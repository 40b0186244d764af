import type { AuditAction } from '@shared/audit'
import type { Transaction } from '../../db/client'
import { isMailConfigured, type MailDeps } from '../mail/find-sender'
import { defangName } from '../mail/plain-text'
import { queueMail } from '../mail/queue-mail'
import { findLoginOwnerById } from './queries'

interface Notice {
  subject: string
  happened: (account: string) => string
}

/** Tells the owner of an account by mail that its password was changed, in case it was not them. */
export const queuePasswordNotice = (tx: Transaction, mail: MailDeps, userId: number) =>
  queueNotice(tx, mail, userId, {
    subject: 'Your password was changed',
    happened: (account) => `The password for ${account} was just changed`,
  })

const secondFactorNotices = {
  'account.second-factor-on': {
    subject: 'Two-step login was turned on',
    happened: (account: string) => `Two-step login for ${account} was just turned on`,
  },
  'account.second-factor-off': {
    subject: 'Two-step login was turned off',
    happened: (account: string) => `Two-step login for ${account} was just turned off`,
  },
  'account.recovery-codes-replaced': {
    subject: 'You have new recovery codes',
    happened: (account: string) => `The recovery codes for ${account} were just replaced`,
  },
} satisfies Partial<Record<AuditAction, Notice>>

export type SecondFactorChange = keyof typeof secondFactorNotices

/** The same about the authenticator app. */
export const queueSecondFactorNotice = (
  tx: Transaction,
  mail: MailDeps,
  { userId, change }: { userId: number; change: SecondFactorChange },
) => queueNotice(tx, mail, userId, secondFactorNotices[change])

/** Sends nothing while no sender is configured. */
async function queueNotice(
  tx: Transaction,
  mail: MailDeps,
  userId: number,
  notice: Notice,
): Promise<void> {
  if (!(await isMailConfigured(tx, mail.env))) return
  const owner = await findLoginOwnerById(tx, userId)
  if (!owner) return
  const { portalName, supportEmail, supportPhone } = mail.env.brand
  await queueMail(tx, mail, {
    kind: 'notice',
    recipient: owner.email,
    userId,
    subject: notice.subject,
    text: `Hi ${defangName(owner.firstName)},

${notice.happened(`your account on ${portalName}`)}, and every other device was logged out.

If this wasn’t you, email ${supportEmail} or call ${supportPhone} right away.`,
  })
}
