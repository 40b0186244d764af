import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { samples } from '@tests/support/samples/samples'
import { atOnce, filePart, inTurn, multipart, multipartType } from './attacker'
import { attempt, strictStoring, type HostileCase } from './hostile-case'

const { bytes: pdf } = samples.pdf({ text: 'The form is the attack.' })
const file = filePart('a.pdf', pdf, 'application/pdf')
const refusals = [400, 413, 415]

interface Sent {
  headers?: Record<string, string>
  body: Buffer | string
}

/** The same body to both routes that take a file; refused by both. */
const sent = (
  id: string,
  title: string,
  make: () => Sent,
  expect: readonly number[] = refusals,
): HostileCase =>
  attempt(id, title, expect, async (attacker) => {
    const { headers = multipartType, body } = make()
    const { partner } = attacker.portal.people
    return inTurn(['/api/upload', `/api/reupload/${partner.file.id}`], (path) =>
      attacker.send('POST', path, { cookie: partner.cookie, headers, body }),
    )
  })

const form = (...parts: (Buffer | string)[]) => ({ body: multipart(parts) })
const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`
const withBoundary = (boundary: string, between = boundary): Sent => ({
  headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  body: multipart([file], between),
})
const withType = (type: string): Sent => ({
  headers: { 'Content-Type': type },
  body: multipart([file]),
})

/** The start of an upload as it goes over the wire, with these headers. */
const rawUpload = (headers: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `POST /api/upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${multipartType['Content-Type']}\r\n${headers}\r\n\r\n`,
    ),
    body,
  ])

const zerosPacked = gzipSync(Buffer.alloc(100 * 1024 ** 2), { level: 1 })
const nested = [
  'Content-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=inner\r\n',
  '--inner\r\nContent-Disposition: file; filename="a.pdf"\r\n\r\n%PDF-1.4\r\n--inner--',
].join('\r\n')

export const multipartForms: HostileCase[] = [
  sent('M01', 'no boundary', () => withType('multipart/form-data')),
  sent('M02', 'a boundary of 2 KB', () => withBoundary('b'.repeat(2048))),
  sent('M03', 'another boundary than announced', () => withBoundary('one', 'other')),
  sent('M04', 'a field without a name', () => form(field('', 'x'), file)),
  sent('M05', 'no boundary at the end', () => ({ body: multipart([file]).subarray(0, -40) })),
  sent('M06', 'a header of 80 KB in a part', () =>
    form(`X: ${'x'.repeat(80_000)}\r\n${file.toString('latin1')}`),
  ),
  sent('M07', 'a form inside the form', () => form(nested)),
  sent('M08', 'a file in another field', () =>
    form(file.toString('latin1').replace('name="file"', 'name="files"')),
  ),
  sent('M09', 'ten thousand parts', () =>
    form(...Array.from({ length: 10_000 }, (_part, at) => field(`f${at}`, 'x'))),
  ),
  sent('M10', 'a field of 2 MB', () => form(field('note', 'x'.repeat(2 * 1024 ** 2)))),
  sent('M11', 'NUL in the name of the field', () => form(field('file\0', 'x'), file)),
  {
    ...sent('M12', 'fields that reach for prototypes', () =>
      form(field('__proto__[isAdmin]', '1'), field('constructor[prototype][x]', '1'), file),
    ),
    async run(attacker) {
      const body = multipart([field('__proto__[isAdmin]', '1'), file])
      const answer = await attacker.send('POST', '/api/upload', { headers: multipartType, body })
      const { partner } = attacker.portal.people
      const status = await attacker.send('GET', '/api/admin/status', { cookie: partner.cookie })
      assert.deepEqual(status.json(), { isAdmin: false })
      return answer
    },
  },
  sent('M13', 'a field name of 10 KB', () => form(field('n'.repeat(10_240), 'x'), file)),
  sent('M14', 'a body that unfolds to 100 MB', () => ({
    headers: { ...multipartType, 'Content-Encoding': 'gzip' },
    body: zerosPacked,
  })),
  sent('M15', 'a file that says it is base64', () =>
    form(
      `Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${pdf.toString('base64')}`,
    ),
  ),
  attempt('M16', 'a length and chunks at once', [400], (attacker) =>
    attacker.sendBytes(
      rawUpload('Content-Length: 9\r\nTransfer-Encoding: chunked', Buffer.from('0\r\n\r\nGET /')),
    ),
  ),
  sent('M17', 'two dispositions in one part', () =>
    form(
      `Content-Disposition: form-data; name="note"\r\n${file.toString('latin1').replace('a.pdf', 'a.exe')}`,
    ),
  ),
  attempt('M18', 'a client that says goodbye in the middle', [400, 0], (attacker) =>
    attacker.sendBytes(rawUpload('Content-Length: 9000000', multipart([file]).subarray(0, 300)), {
      halfClose: true,
    }),
  ),
  sent('M19', 'a form of another kind', () => withType('application/x-www-form-urlencoded')),
  strictStoring(
    'M20',
    '200 uploads at once from one address',
    [201, 429, 503],
    async (attacker) => {
      const count = attacker.size === 'full' ? 200 : 24
      const answers = await atOnce(count, (at) =>
        attacker.upload('a.pdf', samples.pdf({ text: `Upload ${at}`, size: 200_000 }).bytes),
      )
      const taken = answers.filter(({ status }) => status === 201).length
      assert.ok(taken > 0 && taken < count, `${taken} of ${count} were taken`)
      for (const { status, headers } of answers) {
        if (status !== 201) assert.match(String(headers['retry-after']), /^\d+$/)
      }
      return answers
    },
  ),
  sent('M21', 'two files in one field', () => form(file, file)),
  sent('M22', 'lines that end in LF alone', () => ({
    body: Buffer.from(multipart([file]).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  })),
  sent('M23', 'an empty boundary', () => withBoundary('""', '')),
  sent('M24', 'a megabyte of nothing before the first part, and no part', () => ({
    body: Buffer.alloc(1024 ** 2, '\r\n'),
  })),
  sent('M25', 'a boundary full of what patterns are made of', () =>
    withBoundary('"(.*)+$"', 'other'),
  ),
  sent('M26', 'a name as JSON', () => withType('application/json')),
  attempt('M27', '1 GB announced is refused before any of it has come', [413], (attacker) =>
    attacker.sendBytes(
      `POST /api/upload HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${attacker.address}\r\n` +
        `Content-Length: ${1024 ** 3}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n`,
    ),
  ),
]
