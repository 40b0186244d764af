import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, beforeAll } from 'vitest'
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

const owner = await logIn(app, user)

const noBase = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const sandboxed = `default-src 'none'; sandbox; ${noBase}`

describe('opening a file', () => {
  it('gives its owner the bytes, with headers that let nothing in them run', async () => {
    const sample = samples.png()
    const file = await buildFile(app, { owner: user, sample })
    const { body, headers } = await owner.get(pathOf(file)).responseType('blob').expect(200)
    expect(sample.bytes.equals(body)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(sample.bytes.length),
      'content-disposition': 'inline; filename="score-screenshot.png"',
      'content-security-policy': sandboxed,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
      etag: `"${file.sha256}"`,
    })
  })

  it('answers HEAD like GET, without the bytes', async () => {
    const file = await buildFile(app, { owner: user })
    const { headers } = await owner.head(pathOf(file)).expect(200)
    expect(headers).toMatchObject({
      'content-length': String(file.fileSize),
      'content-type': 'application/pdf',
      etag: `"${file.sha256}"`,
      'cache-control': 'no-store',
    })
  })

  it.each([
    ['pdf', `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; ${noBase}`],
    ['png', sandboxed],
    ['jpeg', sandboxed],
  ] as const)('shows a %s in the browser', async (kind, policy) => {
    const file = await buildFile(app, { owner: user, sample: samples[kind]() })
    const { headers } = await owner.get(pathOf(file)).responseType('blob').expect(200)
    expect(headers['content-disposition']).toMatch(/^inline; /)
    expect(headers['content-security-policy']).toBe(policy)
  })

  it.each(['doc', 'docx'] as const)('offers a %s for saving only', async (kind) => {
    const file = await buildFile(app, { owner: user, sample: samples[kind]() })
    const { headers } = await owner.get(pathOf(file)).responseType('blob').expect(200)
    expect(headers['content-disposition']).toMatch(/^attachment; /)
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  it('saves it under its own name when that is asked for', async () => {
    const sample = { ...samples.pdf(), name: 'Кредитный отчёт "2026".pdf' }
    const file = await buildFile(app, { owner: user, sample })
    const { headers } = await owner
      .get(`${pathOf(file)}?download=true`)
      .responseType('blob')
      .expect(200)
    const encoded = encodeURIComponent(sample.name)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[ -~]+"; filename\*=/)
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''${encoded}`)
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  it('does not download for other values of the parameter', async () => {
    const file = await buildFile(app, { owner: user })
    for (const query of ['download=false', 'download=', 'download=true&download=true']) {
      const { headers } = await owner.get(`${pathOf(file)}?${query}`).expect(200)
      expect(headers['content-disposition']).toMatch(/^inline/)
    }
  })
})

describe('ranges and caches', () => {
  const sample = samples.pdf({ size: 5000 })
  const size = sample.bytes.length
  let path: string
  let etag: string

  beforeAll(async () => {
    const file = await buildFile(app, { owner: user, sample })
    path = pathOf(file)
    etag = `"${file.sha256}"`
  })

  const get = (headers: Record<string, string>) => owner.get(path).set(headers).responseType('blob')

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, size - 1],
    ['bytes=-1', size - 1, size - 1],
    [`bytes=0-${10 * size}`, 0, size - 1],
    ['bytes=0-9,10-19', 0, 19],
  ])('%s gets that part', async (Range, start, end) => {
    const { body, headers } = await get({ Range }).expect(206)
    expect(sample.bytes.subarray(start, end + 1).equals(body)).toBe(true)
    expect(headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': String(end - start + 1),
    })
  })

  it.each([`bytes=${size}-`, 'bytes=999999999-'])('%s is a 416', async (Range) => {
    const { body, headers } = await get({ Range }).expect(416)
    expect(headers['content-range']).toBe(`bytes */${size}`)
    expect(body).toHaveLength(0)
  })

  it('If-None-Match with the same checksum is a 304 without bytes', async () => {
    const { body, headers } = await get({ 'If-None-Match': etag }).expect(304)
    expect(body ?? '').toHaveLength(0)
    expect(headers.etag).toBe(etag)
    await get({ 'If-None-Match': '"other"' }).expect(200)
  })

  it('If-Range with another checksum gets the whole', async () => {
    await get({ Range: 'bytes=0-9', 'If-Range': etag }).expect(206)
    await get({ Range: 'bytes=0-9', 'If-Range': '"other"' }).expect(200)
  })

  it('HEAD with a range answers its length', async () => {
    const { headers } = await owner.head(path).set('Range', 'bytes=0-9').expect(206)
    expect(headers['content-length']).toBe('10')
  })
})

describe('a file that cannot be opened', () => {
  const missing = { message: 'The original file was not found on the server.', code: 'not_found' }

  it('is a 401 without a session, there or not', async () => {
    const file = await buildFile(app, { owner: user })
    await visit(app).get(pathOf(file)).expect(401, pleaseLogIn)
    await visit(app).head(pathOf(file)).expect(401)
    await visit(app).get(`/uploads/${unknownKey()}/a.pdf`).expect(401, pleaseLogIn)
  })

  it('is a 404 for a stranger, even with the key that claims it', async () => {
    const stranger = await logIn(app, await buildUser(app))
    for (const file of [await buildFile(app, { owner: user }), await buildFile(app)]) {
      await stranger.get(pathOf(file)).expect(404, notFound)
      await stranger.head(pathOf(file)).expect(404)
    }
  })

  it('is a 404 that says so when its bytes are missing', async () => {
    const file = await buildFile(app, { owner: user })
    await rm(join(app.uploadsDir, file.storageKey))
    await owner.get(pathOf(file)).expect(404, missing)
    await owner.head(pathOf(file)).expect(404)
  })

  it('is a 404 when only a part of its address is given', async () => {
    const file = await buildFile(app, { owner: user })
    for (const path of ['/uploads', '/uploads/', `/uploads/${file.uploadKey}`]) {
      const { body } = await owner.get(path).expect(404)
      expect(body).toEqual({ message: 'There is no such call.', code: 'not_found' })
    }
    await owner.post(pathOf(file)).expect(404)
    await owner.delete(pathOf(file)).expect(404)
  })
})
