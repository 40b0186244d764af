import { resetMinutes } from '@shared/accounts'
import { emailChangeHours } from '@shared/email-changes'

/**
 * Kinds of mail with a link that is for whoever reads the mailbox, and no one else: for how long it is
 * good. Their texts are removed once they are sent, and shown to no one.
 */
export const linkMinutes: ReadonlyMap<string, number> = new Map([
  ['reset', resetMinutes],
  ['email-change', emailChangeHours * 60],
])
