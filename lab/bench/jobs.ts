import { writePdf } from '@tests/support/samples/pdf-writer'
import type { Answer, Call } from './drive'

/** What is the same for all servers: the rows that the calls are about. */
export interface Stage {
  people: number
  /** A document of 5 MB that the portal has stored, and its owner's session. */
  document: { path: string; bytes: number }
  login: { email: string; password: string }
}

export interface Job {
  name: string
  /** Who asks. */
  as: 'administrator' | 'owner' | 'nobody'
  status: number
  /** The same call for each server; `floor` may be told what the portal has to find out. */
  nextCall: (to: 'portal' | 'floor') => Call
  /** What a right answer holds; throws what is wrong. */
  check: (answer: Answer) => void
  /** What has to be tidied up after a round. */
  leaves?: 'uploads' | 'sessions'
  /** The seconds of a round, for jobs that are slow. */
  milliseconds?: number
}

const pageSize = 50
const users = (query: string): Call => ({ method: 'GET', path: `/api/admin/users?${query}` })
const megabyte = 1024 ** 2

export function jobsFor(stage: Stage): Job[] {
  const { people, document, login } = stage
  const some = () => 1 + Math.floor(Math.random() * people)
  const list = (
    name: string,
    query: () => string,
    rows: number,
    hint: { floor?: string } = {},
  ): Job => ({
    name,
    as: 'administrator',
    status: 200,
    nextCall: (to) =>
      users(`limit=${pageSize}&${query()}${to === 'floor' && hint.floor ? `&${hint.floor}` : ''}`),
    check: (answer) => expectRows(answer, rows),
  })
  const statuses = ['approved', 'pending'] as const
  let changes = 0

  return [
    list('50 newest people by status', () => 'status=pending', pageSize),
    list('the same with total', () => 'status=pending', pageSize, { floor: 'total=yes' }),
    list('search, few hits', () => `search=person${some()}%40`, 1),
    list('search, frequent surname', () => 'search=smith', pageSize, { floor: 'expect=many' }),
    list('search, many hits', () => 'search=grace', pageSize, { floor: 'expect=many' }),
    list('search, no hit', () => 'search=nobody%20like%20that', 0),
    {
      name: '50 newest files with owner',
      as: 'administrator',
      status: 200,
      nextCall: () => ({ method: 'GET', path: `/api/admin/files?limit=${pageSize}` }),
      check: (answer) => expectRows(answer, pageSize),
    },
    {
      name: 'change a status',
      as: 'administrator',
      status: 200,
      nextCall: () => {
        changes += 1
        return {
          method: 'PATCH',
          path: `/api/admin/users/${10 + (some() % (people - 10))}/status`,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ status: statuses[changes % 2] }),
        }
      },
      check: (answer) => {
        const { status } = JSON.parse(answer.text)
        if (status !== statuses[changes % 2]) throw new Error(`The status is ${status}.`)
      },
    },
    {
      name: 'upload 5 MB',
      as: 'nobody',
      status: 201,
      nextCall: () => buildUpload(uploadedPdf),
      check: (answer) => {
        if (!/"uploadKey":"[\w-]{43}"/.test(answer.text)) throw new Error('No uploadKey.')
      },
      leaves: 'uploads',
    },
    {
      name: 'download 5 MB',
      as: 'owner',
      status: 200,
      nextCall: () => ({ method: 'GET', path: document.path }),
      check: (answer) => {
        if (answer.bytes !== document.bytes) throw new Error(`${answer.bytes} bytes came.`)
      },
    },
    {
      name: 'login',
      as: 'nobody',
      status: 200,
      nextCall: () => ({
        method: 'POST',
        path: '/api/login',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(login),
      }),
      check: (answer) => {
        if (!/"id":\d/.test(answer.text)) throw new Error('Nobody is logged in.')
      },
      leaves: 'sessions',
      milliseconds: 4_000,
    },
  ]
}

const uploadedPdf = writePdf(['A credit report of five megabytes.'], 5 * megabyte)

const boundary = 'portal-bench-0123456789abcdef'

export function buildUpload(content: Buffer): Call {
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="report.pdf"\r\n` +
    'Content-Type: application/pdf\r\n\r\n'
  return {
    method: 'POST',
    path: '/api/upload',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

function expectRows(answer: Answer, expected: number): void {
  const rows: unknown = JSON.parse(answer.text)
  if (!Array.isArray(rows) || rows.length !== expected) {
    throw new Error(`Expected ${expected} rows: ${answer.text.slice(0, 200)}`)
  }
}
