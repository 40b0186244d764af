import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { notFound, pleaseLogIn } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { unknownKey } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'

const app = await startSharedApp()
const user = await buildUser(app)
const owner = await logIn(app, user)

const noBase = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const sandboxed = `default-src 'none'; sandbox; ${noBase}`
const pathOf = (file: { uploadKey: string; fileName: string }) =>
  `/uploads/${file.uploadKey}/${encodeURIComponent(file.fileName)}`

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
