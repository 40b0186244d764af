import assert from 'node:assert/strict'
import { testAdmin } from '@tests/support/portal/portal-process'
import { inTurn, type Answer, type Attacker } from './attacker'
import { checkedCase, expectNoWayOut, type HostileCase } from './hostile-case'
import { openSocket } from '@tests/support/network/raw-socket'

/** Requests as bytes, each on a connection of its own. */
const raw = (
  id: string,
  title: string,
  expect: readonly number[],
  requests: readonly string[],
  check?: (answer: Answer) => void,
): HostileCase =>
  checkedCase(
    { id, title, expect },
    async (attacker) => {
      const answers = await inTurn(requests, (one) => attacker.sendBytes(one, { halfClose: true }))
      return answers.flat()
    },
    check,
  )

const head = (line: string, ...headers: string[]) =>
  [line, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n')
const post = (...headers: string[]) =>
  head('POST /api/login HTTP/1.1', 'Content-Type: application/json', ...headers)
const headers = (count: number, bytes: number) =>
  Array.from({ length: count }, (_header, at) => `X-${at}: ${'x'.repeat(bytes)}`)

export const http: HostileCase[] = [
  raw(
    'H01',
    'headers by the thousand, and of 64 KB',
    [400, 401, 431, 0],
    [
      head('GET /api/user HTTP/1.1', ...headers(3_000, 1)),
      head('GET /api/user HTTP/1.1', ...headers(1, 65_536)),
      head('GET /api/user HTTP/1.1', `${'X'.repeat(65_536)}: x`),
    ],
  ),
  raw(
    'H03',
    'two lengths, or one that is none',
    [400],
    [
      post('Content-Length: 2', 'Content-Length: 3') + '{}x',
      post('Content-Length: 2, 3') + '{}',
      post('Content-Length: -1'),
      post('Content-Length: 0x10') + '{}',
      post('Content-Length: +2') + '{}',
      post('Content-Length: 99999999999999999999') + '{}',
    ],
  ),
  raw(
    'H05',
    'headers folded, spaced and split as none may be',
    [400],
    [
      head('GET /api/user HTTP/1.1', 'X: a\r\n b'),
      head('GET /api/user HTTP/1.1', 'Content-Length : 0'),
      head('GET /api/user HTTP/1.1', 'X\0: a'),
      head('GET /api/user HTTP/1.1', 'X: a\0b'),
      head('GET /api/user HTTP/1.1', 'X: a\rY: b'),
      head('GET /api/user HTTP/1.1', 'no colon'),
    ],
  ),
  raw(
    'H07',
    'encodings of a body that nobody agreed on',
    [400, 501],
    [
      `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
      `${post('Transfer-Encoding: xchunked')}0\r\n\r\n`,
      `${post('Transfer-Encoding: chunked', 'Transfer-Encoding: gzip')}0\r\n\r\n`,
      `${post('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n`,
      `${post('Transfer-Encoding:\vchunked')}0\r\n\r\n`,
    ],
  ),
  {
    id: 'H08',
    title: 'HTTP/0.9, versions that do not exist, a hundred requests in one breath',
    expect: [0, 400, 401, 505],
    async run(attacker) {
      const answers: Answer[] = []
      const odd = [
        'GET /\r\n\r\n',
        'GET /api/user HTTP/9.9\r\nHost: x\r\n\r\n',
        'GET /api/user HTTP/1.1\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
        '\0'.repeat(1000),
      ]
      for (const one of odd) answers.push(...(await attacker.sendBytes(one, { halfClose: true })))
      const one = 'GET /api/user HTTP/1.1\r\nHost: x\r\n\r\n'
      const breath = await attacker.sendBytes(one.repeat(99) + head('GET /api/user HTTP/1.1'))
      assert.equal(breath.length, 100)
      return [...answers, ...breath]
    },
  },
  raw(
    'H09',
    'chunks of lengths that are none',
    [400, 413, 0],
    [
      `${post('Transfer-Encoding: chunked')}FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n`,
      `${post('Transfer-Encoding: chunked')}-2\r\n{}\r\n0\r\n\r\n`,
      `${post('Transfer-Encoding: chunked')}2;${'x'.repeat(50_000)}\r\n{}\r\n0\r\n\r\n`,
      `${post('Transfer-Encoding: chunked')}2\n{}\n0\n\n`,
      `${post('Transfer-Encoding: chunked')}2\r\n{}`,
    ],
  ),
  raw(
    'H10',
    'an expectation without a body, or of nobody knows what',
    [100, 400, 408, 417, 0],
    [
      post('Expect: 100-continue', 'Content-Length: 10'),
      post('Expect: 100-continue'),
      post('Expect: a-miracle', 'Content-Length: 0'),
    ],
  ),
  raw(
    'H11',
    'targets in other forms',
    [0, 400, 404, 200, 401],
    [
      head('GET http://evil.example/api/user HTTP/1.1'),
      head('CONNECT evil.example:443 HTTP/1.1'),
      head('OPTIONS * HTTP/1.1'),
      head('GET * HTTP/1.1'),
      head('GET api/user HTTP/1.1'),
      head('GET ?x HTTP/1.1'),
      head('GET //evil.example/%2e%2e HTTP/1.1'),
    ],
    expectNoWayOut,
  ),
  raw(
    'H17',
    'upgrades to what the portal does not speak',
    [200, 400, 401, 0],
    [
      [
        'GET /api/user HTTP/1.1',
        'Host: x',
        'Connection: Upgrade, close',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Version: 13',
        '',
        '',
      ].join('\r\n'),
      [
        'GET / HTTP/1.1',
        'Host: x',
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
        '',
        '',
      ].join('\r\n'),
    ],
  ),
  {
    id: 'H21',
    title: 'a request that asks another to be smuggled behind it',
    expect: [400],
    run: smuggle,
  },
  {
    id: 'H22',
    title: 'two hundred connections that say nothing, and others are served meanwhile',
    expect: [200],
    async run(attacker) {
      const count = attacker.size === 'full' ? 1_000 : 200
      const sockets = await Promise.all(
        Array.from({ length: count }, () => openSocket(attacker.portal.origin)),
      )
      const { email, password } = testAdmin
      const answer = await attacker.send('POST', '/api/login', { json: { email, password } })
      for (const socket of sockets) socket.destroy()
      return answer
    },
  },
]

/** The second request must not be answered: the first decides where it ends. */
async function smuggle(attacker: Attacker): Promise<Answer[]> {
  const hidden = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  const first = `POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
  const answers = await attacker.sendBytes(first + hidden, { halfClose: true })
  assert.equal(answers.length, 1, 'the hidden request was answered')
  return answers
}
