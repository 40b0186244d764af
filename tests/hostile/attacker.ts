import { randomBytes } from 'node:crypto'
import { sendRaw, type RawAnswer } from '@tests/support/network/raw-http'
import { sendBytes } from '@tests/support/network/raw-socket'
import { readCookie, readText, findFault } from '@tests/support/portal/answers'
import type { HostilePortal } from './hostile-portal'

export type Answer = RawAnswer

interface SendOptions {
  cookie?: string
  headers?: Record<string, string | string[]>
  body?: Buffer | string
  /** Sent as JSON, in place of `body`. */
  json?: unknown
}

interface UploadOptions {
  cookie?: string
  /** Where to, if not /api/upload. */
  path?: string
  type?: string
  headers?: Record<string, string>
}

/** Anyone who runs a case. Every answer is checked as it comes. */
export interface Attacker {
  portal: HostilePortal
  /** How much of a heavy case is done. */
  size: 'small' | 'full'
  /** Where the portal with real limits believes the requests to come from. */
  address: string
  send: (method: string, path: string, options?: SendOptions) => Promise<Answer>
  /** One file in one multipart body; the name goes out as these very bytes. */
  upload: (name: string | Buffer, bytes: Buffer, options?: UploadOptions) => Promise<Answer>
  /** Bytes as they are; none in return is status 0. */
  sendBytes: (bytes: Buffer | string, options?: { halfClose?: boolean }) => Promise<Answer[]>
  /** A password that must turn up nowhere. */
  secret: () => string
  /** Answers that told too much, were no JSON, or said 500. */
  complaints: string[]
  secrets: string[]
}

const noAnswer: Answer = { status: 0, headers: {}, body: Buffer.alloc(0), json: () => null }
const boundary = 'x-hostile-boundary-x'

export function createAttacker(portal: HostilePortal, size: 'small' | 'full'): Attacker {
  const complaints: string[] = []
  const secrets: string[] = []
  const address = `10.${[...randomBytes(3)].join('.')}`

  function noteFault(call: string, answer: Answer): Answer {
    const { status, headers, body } = answer
    const hasRequestId = 'x-request-id' in headers
    const complaint = findFault(call, { status, text: body.toString('utf8'), hasRequestId })
    if (complaint) complaints.push(`${call.slice(0, 80)}: ${complaint}`)
    return answer
  }

  async function send(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    const { cookie, json } = options
    const body = json === undefined ? options.body : JSON.stringify(json)
    const isChunked = options.headers?.['Transfer-Encoding'] !== undefined
    const headers = {
      'X-Forwarded-For': address,
      ...(cookie && { Cookie: cookie }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      // For methods that seldom have a body, Node would send one without saying so.
      ...(body !== undefined &&
        !isChunked && { 'Content-Length': String(Buffer.byteLength(body)) }),
      ...options.headers,
    }
    const target = { url: portal.url, origin: portal.origin }
    const request = { method, path, headers, ...(body !== undefined && { body }) }
    const answer = await sendRaw(target, request).catch(() => noAnswer)
    return noteFault(`${method} ${path}`, answer)
  }

  return {
    portal,
    size,
    address,
    complaints,
    secrets,
    send,
    upload(name, bytes, options = {}) {
      const { cookie, path = '/api/upload', type = 'application/octet-stream' } = options
      const headers = { ...multipartType, ...options.headers }
      const body = multipart([filePart(name, bytes, type)])
      return send('POST', path, { headers, body, ...(cookie && { cookie }) })
    },
    async sendBytes(bytes, options) {
      const call = bytes.toString('latin1').split('\r\n', 1).join()
      const answers = await sendBytes(portal.origin, bytes, options)
      return answers.length > 0 ? answers.map((answer) => noteFault(call, answer)) : [noAnswer]
    },
    secret() {
      const secret = `marker-${randomBytes(12).toString('hex')}`
      secrets.push(secret)
      return secret
    },
  }
}

/** One request for each, one after another. */
export async function inTurn<Item, Result = Answer>(
  items: readonly Item[],
  send: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const answers: Result[] = []
  for (const item of items) answers.push(await send(item))
  return answers
}

/** The same, so many times in parallel. */
export const atOnce = <Result>(times: number, send: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: times }, (_, at) => send(at)))

/** A part as it is between two boundaries. */
export const filePart = (name: string | Buffer, bytes: Buffer, type: string): Buffer =>
  Buffer.concat([
    Buffer.from('Content-Disposition: form-data; name="file"; filename="'),
    Buffer.from(name),
    Buffer.from(`"\r\nContent-Type: ${type}\r\n\r\n`),
    bytes,
  ])

export const multipart = (parts: (Buffer | string)[], between = boundary): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(`--${between}\r\n`),
      Buffer.from(part),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${between}--\r\n`),
  ])

export const multipartType = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }

/** A text of a JSON answer; empty when it is not JSON. */
export const textIn = (answer: Answer, name: string): string => readText(answer.json(), name)

export const getCookie = (answer: Answer): string => readCookie(answer.headers['set-cookie'])

/** The first id in an answer. */
export const idIn = (answer: Answer) => Number(/"id":(\d+)/.exec(answer.body.toString())?.[1])
