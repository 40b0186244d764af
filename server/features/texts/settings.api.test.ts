import { describe, expect, it } from 'vitest'
import { eventsOf } from '@tests/support/portal/audit-events'
import { startTextingApp } from '@tests/support/portal/texting-app'

const { app, admin, provider, settings } = await startTextingApp()
const { authToken } = settings
const settingsPath = '/api/admin/settings/texts'

const put = (changes: object) => admin.put(settingsPath).send({ ...settings, ...changes })

describe('the settings', () => {
  it('keep the token for the same account only', async () => {
    await put({ authToken: 'UNCHANGED', sender: `MG${'2'.repeat(32)}` }).expect(200)
    const { body } = await put({
      authToken: 'UNCHANGED',
      accountSid: `AC${'3'.repeat(32)}`,
    }).expect(400)
    expect(body.errors).toHaveProperty('authToken')
  })

  it('are tried before they are saved', async () => {
    const { body } = await admin
      .post('/api/admin/settings/texts/test-connection')
      .send(settings)
      .expect(200)
    expect(body.success).toBe(true)
    const basic = Buffer.from(`${settings.accountSid}:${authToken}`).toString('base64')
    expect(provider.authorizations.at(-1)).toBe(`Basic ${basic}`)
    const sent = await admin
      .post('/api/admin/settings/texts/send-test')
      .send({ to: '(303) 555-0199' })
      .expect(200)
    expect(sent.body.success).toBe(true)
    expect(provider.taken[0]?.get('To')).toBe('+13035550199')
    const events = await eventsOf(app, 'settings:texts')
    expect(events.at(-1)).toMatchObject({ action: 'text.tested', details: { isAccepted: true } })
  })

  it('are gone after disconnecting, and the trail says so', async () => {
    const { body } = await admin.delete(settingsPath).expect(200)
    expect(body).toMatchObject({ provider: null, kinds: [] })
    const events = await eventsOf(app, 'settings:texts')
    expect(events.at(-1)).toMatchObject({
      action: 'settings.changed',
      details: { isConnected: false },
    })
    await admin.delete(settingsPath).expect(404)
  })
})
