import { beforeEach } from 'vitest'
import { logInAdmin } from '@tests/support/portal/agents'
import { startSharedApp } from '@tests/support/portal/shared-app'
import type { Mailbox } from './mailbox'
import { startSharedMailbox } from './shared-mailbox'

/** What the administrator would save to send mail through this mailbox. */
const buildMailSettings = (mailbox: Mailbox, changes: object = {}) => ({
  email: 'portal@mail.example',
  appPassword: 'marker app password',
  host: '127.0.0.1',
  port: mailbox.port,
  secure: false,
  service: 'gmail',
  ...changes,
})

export const mailSettingsPath = '/api/admin/settings/email'

/** For a file of tests: an app, its administrator and a mailbox to try; each test finds no saved settings. */
export async function startMailSettings() {
  const mailbox = await startSharedMailbox()
  const app = await startSharedApp({ env: { SMTP_ALLOW_LOOPBACK: 'on' } })
  const admin = await logInAdmin(app)
  beforeEach(async () => {
    await app.pool.query('delete from email_settings')
  })
  const settings = (changes?: object) => buildMailSettings(mailbox, changes)
  const test = (changes: object = {}) =>
    admin.post(`${mailSettingsPath}/test-connection`).send(settings(changes)).expect(200)
  return { mailbox, app, admin, settings, test }
}
