import { emailChangeHours } from '@shared/email-changes'
import { pages } from '@shared/pages'
import type { Transaction } from '../../../db/client'
import { defangName } from '../../mail/plain-text'
import { isMailConfigured, type MailDeps } from '../../mail/find-sender'
import { queueMail } from '../../mail/queue-mail'

interface Person {
  id: number
  firstName: string
  email: string
}

/** To the address that someone logs in with now: what was asked for, and how to stop it. */
export async function queueStopMail(
  tx: Transaction,
  mail: MailDeps,
  { person, token }: { person: Person; token: string },
): Promise<void> {
  const { publicOrigin, brand } = mail.env
  const address = `${publicOrigin}${pages.stopEmailChange}#token=${token}`
  await queueMail(tx, mail, {
    kind: 'email-change',
    recipient: person.email,
    userId: person.id,
    subject: 'Your email is about to change',
    text: `Hi ${defangName(person.firstName)},

Someone who knows your password asked to change the email for your account on ${brand.portalName}. It will change once the new address is confirmed.

If this was you, there’s nothing to do. If it wasn’t, stop the change:

${address}

The link also works for ${emailChangeHours} hours after the change, and gives you your email back. Then choose a new password. If you need help, email ${brand.supportEmail} or call ${brand.supportPhone}.`,
    button: { label: 'Stop This Change', address },
  })
}

/** To the new address, whose owner may never have heard of us: nothing about whoever asked. */
export async function queueConfirmMail(
  tx: Transaction,
  mail: MailDeps,
  { userId, newEmail, token }: { userId: number; newEmail: string; token: string },
): Promise<void> {
  const { publicOrigin, brand } = mail.env
  const address = `${publicOrigin}${pages.confirmEmail}#token=${token}`
  await queueMail(tx, mail, {
    kind: 'email-change',
    recipient: newEmail,
    userId,
    subject: 'Confirm your new email',
    text: `Hi,

Someone asked to use this address for their account on ${brand.portalName}. If it was you, confirm it within ${emailChangeHours} hours:

${address}

The link works once. After that, you’ll log in with this address. If you didn’t ask for this, you can ignore this email, and nothing will change.`,
    button: { label: 'Confirm This Email', address },
  })
}

/** To the owner of an address that someone else asked for. Who that was stays unsaid. */
export async function queueTakenMail(
  tx: Transaction,
  mail: MailDeps,
  owner: Person,
): Promise<void> {
  const { portalName, supportEmail, supportPhone } = mail.env.brand
  await queueMail(tx, mail, {
    kind: 'notice',
    recipient: owner.email,
    userId: owner.id,
    subject: 'Someone asked to use your email',
    text: `Hi ${defangName(owner.firstName)},

Someone asked to use this address for another account on ${portalName}. You have an account with it already, so nothing has changed.

If it was you, log in with this address. If it wasn’t, you don’t need to do anything. If you have questions, email ${supportEmail} or call ${supportPhone}.`,
  })
}

/** To the address before, once the change is made; not while no sender is configured. */
export async function queueChangedMail(
  tx: Transaction,
  mail: MailDeps,
  person: Person,
): Promise<void> {
  if (!(await isMailConfigured(tx, mail.env))) return
  const { portalName, supportEmail, supportPhone } = mail.env.brand
  await queueMail(tx, mail, {
    kind: 'notice',
    recipient: person.email,
    userId: person.id,
    subject: 'Your email was changed',
    text: `Hi ${defangName(person.firstName)},

Your account on ${portalName} has another email now, and every other device was logged out. Please log in with the new address from now on.

If this wasn’t you, use the link in our earlier email, “Your email is about to change”. Or email ${supportEmail} or call ${supportPhone} right away.`,
  })
}
