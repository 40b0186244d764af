import { beforeEach } from 'vitest'
import { logInAdmin } from '@tests/support/portal/agents'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { startSharedMailbox } from './shared-mailbox'

/** For a file of tests: an app, its administrator, and the mailbox it sends to; no mail waits before a test. */
export async function startMailingApp() {
  const mailbox = await startSharedMailbox()
  const app = await startSharedApp({ env: { SMTP_URL: mailbox.url } })
  const admin = await logInAdmin(app)
  beforeEach(async () => {
    await app.pool.query('delete from mails')
  })
  return { mailbox, app, admin }
}
