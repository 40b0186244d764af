import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildCredential, buildUser } from '@tests/support/portal/factories'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'

const app = await startSharedApp()

const credentials = {
  serviceName: 'Score Watch',
  serviceUrl: 'https://score-watch.example/login?from=portal#top',
  username: 'ada@example.com',
  password: '  p4ss\tword 🔑 ',
  notes: 'Security question: blue.\nCall first.',
}

const path = '/api/credit-credentials'
const share = (body: object) => visit(app).post(path).send(body)

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
    const events = await eventsOf(app, `credential:${row.id}`)
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
    const { body } = await agent.post(path).send(rest).expect(201)
    expect((await stored(body.uploadKey)).userId).toBeNull()
  })

  it.each(['http://watch.example', 'HTTPS://Score-Watch.EXAMPLE', 'https://кредит.example/ü'])(
    'takes the address %s',
    async (serviceUrl) => {
      await share({ ...credentials, serviceUrl }).expect(201)
    },
  )
})

describe('the logins that someone shared', async () => {
  const admin = await logInAdmin(app)

  it('are shown newest first, with nothing that opens them', async () => {
    const owner = await buildUser(app)
    const shared = { owner, username: 'rosa', serviceUrl: 'https://score.example' }
    const first = await buildCredential(app, {
      ...shared,
      serviceName: 'Score Watch',
      notes: 'Blue.',
    })
    const second = await buildCredential(app, { ...shared, serviceName: 'Credit Karma' })
    await buildCredential(app, { owner: await buildUser(app) })
    await buildCredential(app)
    const { body } = await (await logIn(app, owner)).get(path).expect(200)
    const shown = {
      username: 'rosa',
      serviceUrl: 'https://score.example',
      status: 'pending',
      statusReason: null,
      sharedAt: expect.stringMatching(/Z$/),
      lastOpenedAt: null,
      deletedOn: null,
      createdAt: expect.stringMatching(/Z$/),
    }
    expect(body).toEqual([
      { ...shown, id: second.id, serviceName: 'Credit Karma' },
      { ...shown, id: first.id, serviceName: 'Score Watch' },
    ])
    await admin.get(path).expect(200, [])
  })

  it('tell why one was rejected, and no other note of the administrator’s', async () => {
    const owner = await buildUser(app)
    const { id } = await buildCredential(app, { owner })
    const agent = await logIn(app, owner)
    const decide = async (status: string, reason: string) => {
      await admin.patch(`/api/admin/credentials/${id}/status`).send({ status, reason }).expect(200)
      return (await agent.get(path).expect(200)).body
    }
    expect(await decide('rejected', 'The password was refused.')).toMatchObject([
      { status: 'rejected', statusReason: 'The password was refused.' },
    ])
    expect(await decide('approved', 'Seen with Jo.')).toMatchObject([
      { status: 'approved', statusReason: null },
    ])
  })
})
