import { describe, expect, it } from 'vitest'
import { notFound, pleaseLogIn } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { eventsOf } from '@tests/support/portal/audit-events'
import { unknownKey } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)
const user = await buildUser(app)

const expired = {
  message: 'This link has expired. Please open the file from the list again.',
  code: 'link_expired',
}

const pathOf = (file: { uploadKey: string; fileName: string }, token?: string) =>
  `/uploads/${file.uploadKey}/${encodeURIComponent(file.fileName)}${token ? `?token=${token}` : ''}`

const ask = (uploadKey: unknown, agent: Agent = admin) =>
  agent.post('/api/admin/generate-file-token').send({ uploadKey })

async function tokenFor(file: { uploadKey: string }, agent = admin): Promise<string> {
  const { body } = await ask(file.uploadKey, agent).expect(200)
  expect(body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) })
  return body.token
}

describe('a file token', () => {
  it('lets the administrator look, open and save, as often as a viewer needs', async () => {
    const sample = samples.pdf()
    const file = await buildFile(app, { owner: user, sample })
    const path = pathOf(file, await tokenFor(file))
    await admin.head(path).expect(200)
    for (const more of ['', '&download=true', '']) {
      const { body } = await admin
        .get(path + more)
        .responseType('blob')
        .expect(200)
      expect(sample.bytes.equals(body)).toBe(true)
    }
    await admin.get(path).set('Range', 'bytes=0-9').expect(206)
  })

  it('opens files that have no account as well', async () => {
    const file = await buildFile(app)
    await admin.get(pathOf(file, await tokenFor(file))).expect(200)
  })

  it('is needed: the administrator’s session alone opens nothing', async () => {
    const file = await buildFile(app, { owner: user })
    const token = await tokenFor(file)
    await admin.get(pathOf(file)).expect(401, expired)
    await admin.head(pathOf(file)).expect(401).expect('X-Error-Code', 'link_expired')
    for (const query of [
      'token=',
      'token=x',
      `token=${unknownKey()}`,
      'token=%00',
      `token[]=${token}`,
      `token=${token}&token=x`,
    ]) {
      await admin.get(`${pathOf(file)}?${query}`).expect(401, expired)
    }
  })

  it('is worth nothing for another file, under another name, or without a session', async () => {
    const file = await buildFile(app, { owner: user })
    const other = await buildFile(app, { owner: user })
    const token = await tokenFor(file)
    await admin.get(pathOf(other, token)).expect(401, expired)
    await admin.get(pathOf({ ...file, fileName: 'other.pdf' }, token)).expect(404, notFound)
    await visit(app).get(pathOf(file, token)).expect(401, pleaseLogIn)
  })

  it('is worth nothing in another session of the same administrator, or a partner’s', async () => {
    const file = await buildFile(app, { owner: user })
    const token = await tokenFor(file)
    const elsewhere = await logIn(app, account)
    await elsewhere.get(pathOf(file, token)).expect(401, expired)
    const stranger = await logIn(app, await buildUser(app))
    await stranger.get(pathOf(file, token)).expect(404, notFound)
    await admin.get(pathOf(file, token)).expect(200)
  })

  it('ends with the session and after five minutes', async () => {
    const file = await buildFile(app, { owner: user })
    const { rows } = await app.pool.query("select now() + interval '5 minutes' as latest")
    const token = await tokenFor(file)
    const { rows: stored } = await app.pool.query(
      'select expires_at, token_hash from file_tokens where file_id = $1',
      [file.id],
    )
    expect(stored).toHaveLength(1)
    expect(Math.abs(stored[0].expires_at - rows[0].latest)).toBeLessThan(5_000)
    expect(stored[0].token_hash).not.toContain(token)
    await app.pool.query("update file_tokens set expires_at = now() - interval '1 second'")
    await admin.get(pathOf(file, token)).expect(401, expired)

    const session = await logIn(app, account)
    const another = await tokenFor(file, session)
    await session.post('/api/logout').expect(200)
    await session.get(pathOf(file, another)).expect(401, pleaseLogIn)
  })

  it('leaves a trace of each opening, not of looking, and is in no log', async () => {
    const file = await buildFile(app, { owner: user })
    const token = await tokenFor(file)
    await admin.head(pathOf(file, token)).expect(200)
    await admin.get(pathOf(file, token)).expect(200)
    const events = await eventsOf(app, `file:${file.id}`)
    expect(events.filter(({ action }) => action === 'file.opened')).toMatchObject([
      { action: 'file.opened', actorId: account.id },
    ])
    expect(app.logs()).toContain('"path":"/uploads/[redacted]"')
    expect(app.logs()).not.toContain(token)
    expect(app.logs()).not.toContain(file.uploadKey)
  })
})

const readings = /^file\.(loaded-ahead|opened)$/
const readingsOf = async ({ id }: { id: number }) =>
  (await eventsOf(app, `file:${id}`))
    .map(({ action }) => action)
    .filter((action) => readings.test(action))
const noteOpened = (id: number, basedOnVersion: string) =>
  admin.post(`/api/admin/files/${id}/opened`).send({ basedOnVersion })

describe('a document that is loaded ahead of its review', () => {
  it('is not opened before it is shown', async () => {
    const sample = samples.pdf()
    const file = await buildFile(app, { owner: user, sample })
    const path = `${pathOf(file, await tokenFor(file))}&ahead=true`
    await admin.head(path).expect(200)
    expect(await readingsOf(file)).toEqual([])
    const { body } = await admin.get(path).responseType('blob').expect(200)
    expect(sample.bytes.equals(body)).toBe(true)
    expect(await readingsOf(file)).toEqual(['file.loaded-ahead'])
    await noteOpened(file.id, file.sha256).expect(200, { message: 'Recorded' })
    expect(await readingsOf(file)).toEqual(['file.loaded-ahead', 'file.opened'])
  })

  it('is opened by the person who saves it', async () => {
    const file = await buildFile(app, { owner: user })
    await admin.get(`${pathOf(file, await tokenFor(file))}&ahead=true&download=true`).expect(200)
    expect(await readingsOf(file)).toEqual(['file.opened'])
  })

  it('is opened when it is of a kind that every browser saves', async () => {
    const file = await buildFile(app, { owner: user, sample: samples.docx() })
    const path = `${pathOf(file, await tokenFor(file))}&ahead=true`
    const { headers } = await admin.get(path).responseType('blob').expect(200)
    expect(headers['content-disposition']).toMatch(/^attachment/)
    expect(await readingsOf(file)).toEqual(['file.opened'])
  })

  it('is not shown once another content has taken its place', async () => {
    const file = await buildFile(app, { owner: user })
    const { body } = await noteOpened(file.id, 'another').expect(409)
    expect(body.message).toBe(
      'This document has changed since it was loaded. Please load it again.',
    )
    await app.pool.query("update files set quarantine = 'waiting' where id = $1", [file.id])
    await noteOpened(file.id, file.sha256).expect(409)
    await noteOpened(2_000_000_000, file.sha256).expect(404, notFound)
    expect(await readingsOf(file)).toEqual([])
  })
})
