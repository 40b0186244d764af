import type { Transaction } from '../../db/client'
import type { MailDeps } from '../mail/find-sender'
import { defangName } from '../mail/plain-text'
import { notifySupport } from '../mail/notify-support'
import { sendLetter } from '../mail/send-letter'
import type { AccountRow } from './queries'

/** Welcomes an applicant by mail, and notes the application for the support mailbox. */
export async function tellOfApplication(
  tx: Transaction,
  mail: MailDeps,
  applicant: AccountRow,
): Promise<void> {
  const { id, firstName, lastName, email } = applicant
  await sendLetter(tx, mail, { letter: 'welcome', to: applicant })
  await notifySupport(tx, mail, {
    text: `New application: ${defangName(firstName)} ${defangName(lastName)} (${email})`,
    path: `/admin/users?open=${id}`,
  })
}
