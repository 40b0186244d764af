import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { invalid } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { auditEvents } from '../../db/schema/audit-events'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'

const app = await startSharedApp()

const credentials = {
  serviceName: 'Score Watch',
  serviceUrl: 'https://score-watch.example/login?from=portal#top',
  username: 'ada@example.com',
  password: '  p4ss\tword 🔑 ',
  notes: 'Security question: blue.\nCall first.',
}

const share = (body: object) => visit(app).post('/api/credit-credentials').send(body)

async function stored(uploadKey: string) {
  const [row] = await app.db
    .select()
    .from(monitoringCredentials)
    .where(eq(monitoringCredentials.uploadKey, uploadKey))
  if (!row) throw new Error('Nothing was stored.')
  return row
}

describe('sharing credentials', () => {
  it('answers a key and stores the password and the notes sealed, exactly as typed', async () => {
    const { body } = await share(credentials).expect(201)
    expect(body).toEqual({ uploadKey: expect.stringMatching(/^[\w-]{43}$/) })
    const row = await stored(body.uploadKey)
    expect(row).toMatchObject({
      serviceName: credentials.serviceName,
      serviceUrl: credentials.serviceUrl,
      username: credentials.username,
      status: 'pending',
      userId: null,
      claimedAt: null,
    })
    const at = { table: 'monitoring_credentials', id: row.id }
    const open = (sealed: string | null, column: string) =>
      app.sealer.open(sealed ?? '', { ...at, column })
    expect(open(row.sealedPassword, 'password')).toBe(credentials.password)
    expect(open(row.sealedNotes, 'notes')).toBe(credentials.notes)
    const events = await app.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.object, `credential:${row.id}`))
    expect(events).toMatchObject([{ action: 'credential.shared', ip: '127.0.0.1', details: null }])
  })

  it('works without notes, and with a session', async () => {
    const { notes, ...rest } = credentials
    expect(notes).toBeTruthy()
    const withoutNotes = await share(rest).expect(201)
    expect((await stored(withoutNotes.body.uploadKey)).sealedNotes).toBeNull()
    const blank = await share({ ...rest, notes: '   ' }).expect(201)
    expect((await stored(blank.body.uploadKey)).sealedNotes).toBeNull()
    const agent = await logIn(app, await buildUser(app))
    const { body } = await agent.post('/api/credit-credentials').send(rest).expect(201)
    expect((await stored(body.uploadKey)).userId).toBeNull()
  })

  it('ignores what is not asked for', async () => {
    const more = { id: 1, userId: 1, status: 'approved', uploadKey: 'x', sealedPassword: 'x' }
    const { body } = await share({ ...credentials, ...more }).expect(201)
    expect(await stored(body.uploadKey)).toMatchObject({ status: 'pending', userId: null })
  })

  it('says which field is wrong, each in its own words', async () => {
    const wrong: [field: string, value: unknown, message: string][] = [
      ['serviceName', '', 'Service name is required'],
      ['serviceName', ' ', 'Service name is required'],
      ['serviceName', undefined, 'Service name is required'],
      ['serviceName', 'x'.repeat(201), 'Please use at most 200 characters.'],
      ['username', '', 'Username is required'],
      ['username', { $ne: null }, 'Username is required'],
      ['password', '', 'Password is required'],
      ['password', null, 'Password is required'],
      ['password', 'é'.repeat(513), 'Please use at most 1,024 bytes.'],
      ['password', 'p4ss\0word', 'Please remove special control characters.'],
      ['notes', 'first\0second', 'Please remove special control characters.'],
      ['notes', 'x'.repeat(5001), 'Please use at most 5,000 characters.'],
      ['notes', 'bell \u0007', 'Please remove special control characters.'],
    ]
    for (const [field, value, message] of wrong)
      await share({ ...credentials, [field]: value }).expect(400, invalid(field, message))
  })

  it.each([
    '',
    'score-watch.example',
    'javascript:alert(1)',
    'JaVaScRiPt://x.example/%0aalert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://files.example',
    '//score-watch.example',
    'https://',
    'https://localhost',
    'https://user:pass@score-watch.example',
    'https://score watch.example',
    undefined,
    ['https://score-watch.example'],
  ])('refuses the address %j', async (serviceUrl) => {
    await share({ ...credentials, serviceUrl }).expect(
      400,
      invalid('serviceUrl', 'Please enter a valid URL (including https://)'),
    )
  })

  it('refuses an address of 10,000 characters', async () => {
    const serviceUrl = `https://score-watch.example/${'x'.repeat(10_000)}`
    await share({ ...credentials, serviceUrl }).expect(
      400,
      invalid('serviceUrl', 'Please use at most 2000 characters.'),
    )
  })

  it.each([
    'http://score-watch.example',
    'HTTPS://Score-Watch.EXAMPLE',
    'https://кредит.example/ü',
  ])('takes the address %s', async (serviceUrl) => {
    await share({ ...credentials, serviceUrl }).expect(201)
  })
})
