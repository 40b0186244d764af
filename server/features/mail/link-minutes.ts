import { resetMinutes } from '@shared/accounts'
import { emailChangeHours } from '@shared/email-changes'
import { emailConfirmationHours } from '@shared/profile-completion'

/**
 * Kinds of mail with a link that is for whoever reads the mailbox, and no one else: for how long it is
 * good. Their texts are removed once they are sent, and shown to no one.
 */
export const linkMinutes: ReadonlyMap<string, number> = new Map([
  ['reset', resetMinutes],
  ['email-change', emailChangeHours * 60],
  ['email-confirmation', emailConfirmationHours * 60],
  // The link itself does not expire; a mail about it is late after a week.
  ['referral-link', 7 * 24 * 60],
])
