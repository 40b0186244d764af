import { beforeEach } from 'vitest'
import { logIn, sessionCookie, visit } from '@tests/support/portal/agents'
import { buildAdmin } from '@tests/support/portal/factories'
import { startAppBeside, startSharedApp } from '@tests/support/portal/shared-app'
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
  const boss = await buildAdmin(app)
  const admin = await logIn(app, boss)
  const cookie = await sessionCookie(app, boss)
  beforeEach(async () => {
    await app.pool.query('delete from email_settings; delete from rate_limits')
  })

  /** Another process of the portal, and the administrator's browser there. */
  async function startBeside(env: Record<string, string>) {
    const other = await startAppBeside(app, env)
    return { other, agent: visit(other).set('Cookie', cookie) }
  }

  const settings = (changes?: object) => buildMailSettings(mailbox, changes)
  const test = (changes: object = {}) =>
    admin.post(`${mailSettingsPath}/test-connection`).send(settings(changes))
  return { mailbox, app, admin, settings, startBeside, test }
}
