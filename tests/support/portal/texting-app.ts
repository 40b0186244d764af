import { beforeEach } from 'vitest'
import { currentTexts } from '@shared/consents'
import { sendText } from '@server/features/texts/send-text'
import { logIn, logInAdmin } from './agents'
import { buildUser } from './factories'
import { startSharedApp } from './shared-app'
import { startTextProvider } from './text-provider'

/** For a file of tests: an app that texts by a double of the provider, and its administrator; no text waits before a test. */
export async function startTextingApp() {
  const provider = await startTextProvider()
  const app = await startSharedApp({ env: { SMS_API_URL: provider.url } })
  const admin = await logInAdmin(app)
  const settings = {
    accountSid: `AC${'1'.repeat(32)}`,
    authToken: 'the auth token',
    sender: '+13035550142',
    kinds: ['decision'],
  }
  beforeEach(async () => {
    await app.pool.query('delete from texts')
    await admin.put('/api/admin/settings/texts').send(settings).expect(200)
  })

  async function buildReader({ agrees = true } = {}) {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const consent = { isGiven: true, textVersion: currentTexts.texts }
    if (agrees) await agent.post('/api/consents/texts').send(consent).expect(200)
    return { ...user, agent }
  }

  const makeDue = () =>
    app.pool.query(
      "update texts set next_attempt_at = now() - interval '1 second' where status = 'queued'",
    )
  const lastText = async () =>
    (await app.pool.query('select * from texts order by id desc limit 1')).rows[0]

  /** As if it were noon where its reader is. */
  async function sendLast() {
    const { id, user_id: userId } = await lastText()
    const zone = zoneWhereItIs(12)
    await app.pool.query('update users set time_zone = $2 where id = $1', [userId, zone])
    await makeDue()
    await sendText({ ...app, textId: id })
    return lastText()
  }

  const write = (userId: number, body = 'Please call us.') =>
    admin.post('/api/admin/texts').send({ userId, body })

  return { app, admin, provider, settings, buildReader, makeDue, lastText, sendLast, write }
}

/** A time zone in which it is that hour now. */
export function zoneWhereItIs(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  // Their names have the sign the other way round.
  return ahead >= 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`
}
