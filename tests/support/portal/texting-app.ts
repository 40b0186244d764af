import { beforeEach, vi } from 'vitest'
import { currentTexts } from '@shared/consents'
import { hourIn } from '@shared/meeting-time'
import { createCtx } from '@server/ctx'
import { portalItself } from '@server/features/audit/record-event'
import { sendText } from '@server/features/texts/send-text'
import { signCall } from '@server/features/texts/twilio'
import { logIn, logInAdmin, visit } from './agents'
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

  /** As if it were noon in Denver, where the numbers of `buildUser` are. */
  async function sendLast() {
    const { id } = await lastText()
    await makeDue()
    await atHourInDenver(12, () => sendText(createCtx(app, portalItself), id))
    return lastText()
  }

  const write = (userId: number, body = 'Please call us.') =>
    admin.post('/api/admin/texts').send({ userId, body })

  /** A call that the provider signed. */
  function call(path: string, fields: Record<string, string>, token = settings.authToken) {
    const form = new URLSearchParams(fields)
    return visit(app)
      .post(path)
      .type('form')
      .set('X-Twilio-Signature', signCall(token, `${app.origin}${path}`, form))
      .send(form.toString())
  }

  let calls = 0
  const hear = (from: string, body: string, sid = `SM-${(calls += 1)}`, more = {}) =>
    call('/sms/incoming', { From: `+1${from}`, Body: body, MessageSid: sid, ...more })

  const consentOf = async ({ agent }: Awaited<ReturnType<typeof buildReader>>) => {
    const { body } = await agent.get('/api/consents').expect(200)
    return body.find(({ kind }: { kind: string }) => kind === 'texts')
  }

  return {
    app,
    admin,
    provider,
    settings,
    buildReader,
    makeDue,
    lastText,
    sendLast,
    write,
    call,
    hear,
    consentOf,
  }
}

/** Does something as if it were that hour in Denver: the nearest such moment, for this process alone. */
export async function atHourInDenver(hour: number, act: () => Promise<void>): Promise<void> {
  const now = new Date()
  const ahead = ((hour - hourIn(now, 'America/Denver') + 36) % 24) - 12
  vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + ahead * 3_600_000 })
  try {
    await act()
  } finally {
    vi.useRealTimers()
  }
}
