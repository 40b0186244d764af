import { lazily } from '@shared/lazily'
import type { Transaction } from '../../db/client'
import { defangName } from '../mail/plain-text'
import { isMailConfigured, type MailDeps } from '../mail/find-sender'
import { queueMail } from '../mail/queue-mail'

/** Where the program has its office hours. */
const day = lazily(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }),
)

/** Tells someone by mail that their account is closing, until when they can keep it, and how. */
export async function queueClosingNotice(
  tx: Transaction,
  mail: MailDeps,
  account: { id: number; firstName: string; email: string; closesAt: Date },
): Promise<void> {
  if (!(await isMailConfigured(tx, mail.env))) return
  const { publicOrigin, brand } = mail.env
  const closesOn = day().format(account.closesAt)
  await queueMail(tx, mail, {
    kind: 'notice',
    recipient: account.email,
    userId: account.id,
    subject: `Your account closes on ${closesOn}`,
    text: `Hi ${defangName(account.firstName)},

You asked us to close your account on ${brand.portalName}. On ${closesOn} we remove your details, your documents with every earlier version and backup copy, your shared logins, and our emails to you. This can’t be undone.

Until then you can change your mind. Log in and choose “Keep My Account”:

${publicOrigin}/login

If you didn’t ask for this, log in, keep your account, and change your password. Or email ${brand.supportEmail} or call ${brand.supportPhone} right away.`,
  })
}
