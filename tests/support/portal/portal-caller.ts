import { createHash, randomUUID } from 'node:crypto'
import { samples, type Sample } from '@tests/support/samples/samples'
import { readCookie, readText, findFault } from './answers'

export interface Answer {
  status: number
  headers: Headers
  bytes: Buffer
  /** The body as JSON; null when it is not JSON. */
  json: unknown
}

/** A file that the portal acknowledged. */
interface AcknowledgedFile {
  id: number
  uploadKey: string
  fileName: string
  sha256: string
}

/** An account that the portal acknowledged. */
export interface AcknowledgedPartner {
  email: string
  password: string
  cookie: string
  file: AcknowledgedFile
}

interface Body {
  cookie?: string
  range?: string
  json?: object
  file?: Sample
}

/** Calls a portal during a fault, and notes every answer that does not keep what is promised. */
export interface PortalCaller {
  /** Null when there was no answer at all. */
  send(method: string, path: string, body?: Body): Promise<Answer | null>
  /** The new uploadKey; null when it was refused. */
  upload(sample: Sample): Promise<string | null>
  register(uploadKey: string, email: string): Promise<string | null>
  /** A new partner with one document; null when any part of it was refused. */
  signUp(document?: Sample): Promise<AcknowledgedPartner | null>
  /** Whether the document is there, whole, for its owner. */
  holds(partner: AcknowledgedPartner): Promise<boolean>
  logIn(partner: { email: string; password: string }): Promise<string | null>
  /** How often each status came. */
  statuses: Map<string, number>
  /** When the last request was sent that was answered 5xx, or not at all; 0 when there is none. */
  lastFailedAt(): number
  /** How long the slowest answer took, in milliseconds. */
  slowestMs(): number
  /** Answers that were none, were no JSON, told too much, or said 500. */
  complaints: string[]
}

export const partnerPassword = 'a long enough phrase'

const reasonOf = (error: unknown) =>
  error instanceof Error ? `${error.message}, ${String(error.cause)}` : String(error)

/** With `mayBeKilled`, a missing answer is not a complaint. */
export function callPortal(origin: string, { mayBeKilled = false } = {}): PortalCaller {
  const statuses = new Map<string, number>()
  const complaints: string[] = []
  let slowestMs = 0
  let lastFailedAt = 0

  async function send(method: string, path: string, body: Body = {}): Promise<Answer | null> {
    const { cookie, range, json, file } = body
    // The portal may close an idle connection at the very moment it is used again.
    const headers = new Headers({ Origin: origin, Connection: 'close' })
    if (cookie) headers.set('Cookie', cookie)
    if (range) headers.set('Range', range)
    if (json) headers.set('Content-Type', 'application/json')
    const form = new FormData()
    if (file)
      form.set('file', new File([new Uint8Array(file.bytes)], file.name, { type: file.type }))
    const sentAt = Date.now()
    try {
      const answer = await fetch(origin + path, {
        method,
        headers,
        body: json ? JSON.stringify(json) : file ? form : null,
        signal: AbortSignal.timeout(60_000),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.status >= 500) lastFailedAt = Math.max(lastFailedAt, sentAt)
      return checkAnswer(`${method} ${path.split('/', 3).join('/')}`, answer, bytes)
    } catch (error) {
      note('none')
      lastFailedAt = Math.max(lastFailedAt, sentAt)
      if (!mayBeKilled) complaints.push(`${method} ${path}: no answer (${reasonOf(error)})`)
      return null
    } finally {
      slowestMs = Math.max(slowestMs, Date.now() - sentAt)
    }
  }

  const note = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

  function checkAnswer(call: string, { status, headers }: Response, bytes: Buffer): Answer {
    const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
    const text = bytes.toString()
    const json: unknown = isJson && text !== '' ? JSON.parse(text) : null
    note(String(status))
    const fault = findFault(call, { status, text, hasRequestId: headers.has('x-request-id') })
    if (fault) complaints.push(`${call}: ${fault}`)
    return { status, headers, bytes, json }
  }

  async function upload(file: Sample): Promise<string | null> {
    const answer = await send('POST', '/api/upload', { file })
    return answer?.status === 201 ? readText(answer.json, 'uploadKey') : null
  }

  async function register(uploadKey: string, email: string): Promise<string | null> {
    const answer = await send('POST', '/api/register', {
      json: buildRegistration(uploadKey, email),
    })
    return answer?.status === 201 ? readCookie(answer.headers.get('set-cookie')) : null
  }

  async function logIn(partner: { email: string; password: string }): Promise<string | null> {
    const { email, password } = partner
    const answer = await send('POST', '/api/login', { json: { email, password } })
    return answer?.status === 200 ? readCookie(answer.headers.get('set-cookie')) : null
  }

  return {
    send,
    upload,
    register,
    logIn,
    async signUp(document) {
      const email = `partner-${randomUUID()}@partner.example`
      const sample = document ?? samples.pdf({ text: email })
      const uploadKey = await upload(sample)
      const cookie = uploadKey && (await register(uploadKey, email))
      if (!cookie) return null
      const listed = await send('GET', '/api/files', { cookie })
      const [file] = Array.isArray(listed?.json) ? listed.json : []
      const sha256 = checksum(sample.bytes)
      return {
        email,
        password: partnerPassword,
        cookie,
        file: { id: Number(file?.id), uploadKey, fileName: sample.name, sha256 },
      }
    },
    async holds({ file, cookie }) {
      const answer = await send('GET', `/uploads/${file.uploadKey}/${file.fileName}`, { cookie })
      return answer?.status === 200 && checksum(answer.bytes) === file.sha256
    },
    statuses,
    lastFailedAt: () => lastFailedAt,
    slowestMs: () => slowestMs,
    complaints,
  }
}

/** What someone sends to sign up with a proof. */
export const buildRegistration = (uploadKey: string, email: string) => ({
  uploadKey,
  email,
  password: partnerPassword,
  firstName: 'Ada',
  lastName: 'Applicant',
  phoneNumber: '(303) 555-0199',
  agreeToTerms: true,
})

export const checksum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
