import { linkPath } from '@shared/referral-codes'
import type { Transaction } from '../../db/client'
import { defangName } from '../mail/plain-text'
import { isMailConfigured, type MailDeps } from '../mail/find-sender'
import { queueMail } from '../mail/queue-mail'
import type { UnownedLink } from './make-link'

/** Sends the link to whoever was given as the sender of the referral form, with what makes it theirs. */
export async function queueLinkMail(
  tx: Transaction,
  mail: MailDeps,
  sender: UnownedLink & { name: string; email: string },
): Promise<void> {
  if (!(await isMailConfigured(tx, mail.env))) return
  const { publicOrigin, brand } = mail.env
  const { name, email, code, claim } = sender
  const address = `${publicOrigin}/referral-program#token=${claim}`
  await queueMail(tx, mail, {
    kind: 'referral-link',
    recipient: email,
    subject: 'Your referral link',
    text: `Hi ${defangName(name)},

Thank you for your referral on ${brand.portalName}. Here is a link that you can share with others:

${publicOrigin}${linkPath(code)}

To follow your referrals and be paid for them, make the link yours. Create an account, or log in if you have one:

${address}

If you didn’t send us a referral, you can ignore this email.`,
    button: { label: 'Make This Link Yours', address },
  })
}
