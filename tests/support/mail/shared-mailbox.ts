import { afterAll, beforeEach } from 'vitest'
import { startMailbox, type Mailbox } from './mailbox'

/** A mail server for all tests of a file, closed after the last. Each test finds it empty and working. */
export async function startSharedMailbox(): Promise<Mailbox> {
  const mailbox = await startMailbox()
  beforeEach(() => {
    mailbox.behave('working')
    mailbox.mails.length = 0
    mailbox.logins.length = 0
  })
  afterAll(() => mailbox.close())
  return mailbox
}
