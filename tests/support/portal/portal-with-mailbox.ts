import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startMailbox, type ArrivedMail, type Mailbox } from '@tests/support/mail/mailbox'
import { startPortalProcess, type PortalProcess } from './portal-process'

/** For a file of journeys: a portal of its own, and the mailbox that its mail goes to. */
export function setUpPortalWithMailbox(settings: Record<string, string> = {}) {
  let mailbox: Mailbox
  let portal: PortalProcess

  beforeAll(async () => {
    mailbox = await startMailbox()
    portal = await startPortalProcess({
      SMTP_URL: mailbox.url,
      SMTP_FROM: 'Credit Partner Portal <portal@mail.example>',
      ...settings,
    })
  })
  afterAll(async () => {
    await portal.stop()
    await mailbox.close()
  })
  beforeEach(() => {
    mailbox.behave('working')
    mailbox.mails.length = 0
    mailbox.logins.length = 0
  })

  return {
    portal: () => portal,
    mailbox: () => mailbox,
    /** The first such mail of this journey. */
    mailTo: (address: string, subject: RegExp): Promise<ArrivedMail> =>
      mailbox.waitForMail((mail) => mail.to.includes(address) && subject.test(mail.subject)),
  }
}
