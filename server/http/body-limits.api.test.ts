import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventually } from '@tests/support/portal/eventually'
import { countUploads } from '@tests/support/portal/documents'
import { sessionCookie } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'

let client: Socket

const app = await startSharedApp()
const owner = await buildUser(app)
const cookie = await sessionCookie(app, owner)
const reupload = `/api/reupload/${(await buildFile(app, { owner })).id}`
afterEach(async () => {
  client.destroy()
  await eventually(async () => expect(await countUploads(app)).toBe(0))
})

/** Sends a head and nothing more. */
async function begin(path: string, headers: string[]): Promise<void> {
  const port = Number(new URL(app.url).port)
  client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => undefined)
  await once(client, 'connect')
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Origin: ${app.origin}`, `Cookie: ${cookie}`]
  client.write([...head, ...headers, '', ''].join('\r\n'))
}

/** Of the request begun, as soon as all of it is there. */
async function answer(): Promise<{ status: number; body: unknown }> {
  let received = ''
  while (!received.endsWith('}')) {
    const [chunk] = await once(client, 'data')
    received += String(chunk)
  }
  const [head = '', body = ''] = received.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

const inChunk = (bytes: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
const sendChunk = (bytes: Buffer | string) => client.write(inChunk(bytes))

/** Sends chunks that never come to an end, until the portal hangs up; returns how many bytes went. */
async function sendWithoutEnd(bytes: Buffer): Promise<number> {
  const chunk = inChunk(bytes)
  let sent = 0
  while (!client.destroyed && sent < 2 ** 30) {
    await new Promise<unknown>((resolve) => client.write(chunk, resolve))
    sent += bytes.length
  }
  return sent
}

const tooLarge = { message: 'The request is too large.', code: 'too_large' }
const fileTooLarge = {
  message: 'File too large: Please upload a file smaller than 10MB.',
  code: 'too_large',
}
const json = 'Content-Type: application/json'
const multipart = 'Content-Type: multipart/form-data; boundary=b'
const chunked = 'Transfer-Encoding: chunked'
const filePart = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
const MB = 1024 ** 2

describe('a body that is announced as too large is refused before a byte of it has come:', () => {
  it.each([
    ['JSON of 101 KB', '/api/login', json, 101 * 1024, tooLarge],
    ['JSON of 1 GB', '/api/password', json, 1024 * MB, tooLarge],
    ['text that nobody reads', '/api/logout', 'Content-Type: text/plain', 101 * 1024, tooLarge],
    ['a body of no type', '/api/logout', 'X-None: 0', 1024 * MB, tooLarge],
    ['an upload of 11 MB', '/api/upload', multipart, 11 * MB, fileTooLarge],
    ['an upload of 1 GB', '/api/upload', multipart, 1024 * MB, fileTooLarge],
    ['a re-upload of 1 GB', reupload, multipart, 1024 * MB, fileTooLarge],
  ])('%s', async (_what, path, type, length, body) => {
    await begin(path, [type, `Content-Length: ${length}`])
    expect(await answer()).toEqual({ status: 413, body })
  })
})

describe('a body that does not say how large it is', () => {
  it('is refused after 100 KB of JSON', async () => {
    await begin('/api/login', [json, chunked])
    sendChunk(`{"email":"${'x'.repeat(100 * 1024)}`)
    expect(await answer()).toEqual({ status: 413, body: tooLarge })
  })

  it.each([
    ['a file', `${filePart}%PDF-1.4 `],
    ['what comes before the first part', 'x'],
    ['a text field', '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nx'],
    [
      'what comes after a whole file',
      `${filePart}${samples.pdf().bytes.toString('latin1')}\r\n--b--\r\n`,
    ],
  ])('is refused after 10 MB of %s, and nothing of it is kept', async (_what, start) => {
    const before = await app.storedPaths()
    for (const path of ['/api/upload', reupload]) {
      await begin(path, [multipart, chunked])
      sendChunk(Buffer.from(start, 'latin1'))
      const answered = answer()
      for (let sent = 0; sent < 11; sent += 1) sendChunk(Buffer.alloc(MB, 'x'))
      const { status, body } = await answered
      expect([path, status, body]).toEqual([path, 413, fileTooLarge])
      client.destroy()
    }
    await eventually(async () => expect(await app.storedPaths()).toEqual(before))
  })

  it.each([
    ['a refused upload', '/api/upload', multipart],
    ['refused JSON', '/api/login', json],
    ['what nobody reads', '/api/logout', 'Content-Type: text/plain'],
    ['what comes for no call', '/api/nothing', 'Content-Type: text/plain'],
    ['what comes for a page', '/apply', 'Content-Type: text/plain'],
  ])('is not read on for ever: %s', async (_what, path, type) => {
    await begin(path, [type, chunked])
    client.resume()
    expect(await sendWithoutEnd(Buffer.alloc(MB, 'x'))).toBeLessThan(48 * MB)
  })
})
