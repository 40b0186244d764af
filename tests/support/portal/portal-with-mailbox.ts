import type { ArrivedMail } from '@tests/support/mail/mailbox'
import { startSharedMailbox } from '@tests/support/mail/shared-mailbox'
import { startSharedPortal } from './shared-portal'

/** For a file of journeys: a portal of its own, and the mailbox that its mail goes to. */
export async function startPortalWithMailbox(settings: Record<string, string> = {}) {
  const mailbox = await startSharedMailbox()
  const portal = await startSharedPortal({
    SMTP_URL: mailbox.url,
    SMTP_FROM: 'Credit Partner Portal <portal@mail.example>',
    ...settings,
  })
  return {
    portal,
    mailbox,
    /** The first such mail of this journey. */
    mailTo: (address: string, subject: RegExp): Promise<ArrivedMail> =>
      mailbox.waitForMail((mail) => mail.to.includes(address) && subject.test(mail.subject)),
  }
}
