import type { Transaction } from '../../db/client'
import { describeSender, type MailDeps } from '../mail/find-sender'
import { plainName } from '../mail/plain-name'
import { queueMail } from '../mail/queue-mail'
import { findLoginOwnerById } from './queries'

/** Tells somebody by mail that their password is another now, in case it was not them. */
export const queuePasswordNotice = (tx: Transaction, mail: MailDeps, userId: number) =>
  queueNotice(tx, mail, userId, {
    subject: 'Your password was changed',
    happened: (account) => `The password of ${account} was changed just now`,
  })

/** The same about the authenticator app. */
export const queueSecondFactorNotice = (
  tx: Transaction,
  mail: MailDeps,
  { userId, isOn }: { userId: number; isOn: boolean },
) =>
  queueNotice(tx, mail, userId, {
    subject: `Two-step login was turned ${isOn ? 'on' : 'off'}`,
    happened: (account) =>
      `Two-step login of ${account} was turned ${isOn ? 'on' : 'off'} just now`,
  })

/** Nobody is told while no sender is configured. */
async function queueNotice(
  tx: Transaction,
  mail: MailDeps,
  userId: number,
  notice: { subject: string; happened: (account: string) => string },
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
