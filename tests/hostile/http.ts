import assert from 'node:assert/strict'
import { testAdmin } from '@tests/support/portal/portal-process'
import { inTurn } from './attacker'
import { attempt, expectNoWayOut, type HostileCase } from './hostile-case'
import { openSocket } from '@tests/support/network/raw-socket'

/** Requests as bytes, each on a connection of its own. */
const raw = (
  id: string,
  expect: readonly number[],
  title: string,
  requests: readonly string[],
): HostileCase =>
  attempt(
    id,
    title,
    expect,
    async (attacker) => {
      const answers = await inTurn(requests, (one) => attacker.sendBytes(one, { halfClose: true }))
      return answers.flat()
    },
    expectNoWayOut,
  )

const upgrade = (line: string, ...headers: string[]) =>
  [line, 'Host: x', ...headers, '', ''].join('\r\n')
const head = (line: string, ...headers: string[]) => upgrade(line, 'Connection: close', ...headers)
const post = (...headers: string[]) =>
  head('POST /api/login HTTP/1.1', 'Content-Type: application/json', ...headers)
const headers = (count: number, bytes: number) =>
  Array.from({ length: count }, (_header, at) => `X-${at}: ${'x'.repeat(bytes)}`)

export const http: HostileCase[] = [
  raw('H01', [400, 401, 431, 0], 'headers by the thousand, and of 64 KB', [
    head('GET /api/user HTTP/1.1', ...headers(3_000, 1)),
    head('GET /api/user HTTP/1.1', ...headers(1, 65_536)),
    head('GET /api/user HTTP/1.1', `${'X'.repeat(65_536)}: x`),
  ]),
  raw('H03', [400], 'two lengths, or one that is none', [
    post('Content-Length: 2', 'Content-Length: 3') + '{}x',
    post('Content-Length: 2, 3') + '{}',
    post('Content-Length: -1'),
    post('Content-Length: 0x10') + '{}',
    post('Content-Length: +2') + '{}',
    post('Content-Length: 99999999999999999999') + '{}',
  ]),
  raw('H05', [400], 'headers folded, spaced and split as none may be', [
    head('GET /api/user HTTP/1.1', 'X: a\r\n b'),
    head('GET /api/user HTTP/1.1', 'Content-Length : 0'),
    head('GET /api/user HTTP/1.1', 'X\0: a'),
    head('GET /api/user HTTP/1.1', 'X: a\0b'),
    head('GET /api/user HTTP/1.1', 'X: a\rY: b'),
    head('GET /api/user HTTP/1.1', 'no colon'),
  ]),
  raw('H07', [400, 501], 'encodings of a body that nobody agreed on', [
    `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
    `${post('Transfer-Encoding: xchunked')}0\r\n\r\n`,
    `${post('Transfer-Encoding: chunked', 'Transfer-Encoding: gzip')}0\r\n\r\n`,
    `${post('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n`,
    `${post('Transfer-Encoding:\vchunked')}0\r\n\r\n`,
  ]),
  attempt(
    'H08',
    'HTTP/0.9, versions that do not exist, a hundred requests in one breath',
    [0, 400, 401, 505],
    async (attacker) => {
      const odd = [
        'GET /\r\n\r\n',
        'GET /api/user HTTP/9.9\r\nHost: x\r\n\r\n',
        'GET /api/user HTTP/1.1\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
        '\0'.repeat(1000),
      ]
      const answers = await inTurn(odd, (one) => attacker.sendBytes(one, { halfClose: true }))
      const one = 'GET /api/user HTTP/1.1\r\nHost: x\r\n\r\n'
      const breath = await attacker.sendBytes(one.repeat(99) + head('GET /api/user HTTP/1.1'))
      assert.equal(breath.length, 100)
      return [...answers.flat(), ...breath]
    },
  ),
  raw('H09', [400, 413, 0], 'chunks of lengths that are none', [
    `${post('Transfer-Encoding: chunked')}FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n`,
    `${post('Transfer-Encoding: chunked')}-2\r\n{}\r\n0\r\n\r\n`,
    `${post('Transfer-Encoding: chunked')}2;${'x'.repeat(50_000)}\r\n{}\r\n0\r\n\r\n`,
    `${post('Transfer-Encoding: chunked')}2\n{}\n0\n\n`,
    `${post('Transfer-Encoding: chunked')}2\r\n{}`,
  ]),
  raw('H10', [100, 400, 408, 417, 0], 'an expectation without a body, or of nobody knows what', [
    post('Expect: 100-continue', 'Content-Length: 10'),
    post('Expect: 100-continue'),
    post('Expect: a-miracle', 'Content-Length: 0'),
  ]),
  raw('H11', [0, 400, 404, 200, 401], 'targets in other forms', [
    head('GET http://evil.example/api/user HTTP/1.1'),
    head('CONNECT evil.example:443 HTTP/1.1'),
    head('OPTIONS * HTTP/1.1'),
    head('GET * HTTP/1.1'),
    head('GET api/user HTTP/1.1'),
    head('GET ?x HTTP/1.1'),
    head('GET //evil.example/%2e%2e HTTP/1.1'),
  ]),
  raw('H17', [200, 400, 401, 0], 'upgrades to what the portal does not speak', [
    upgrade(
      'GET /api/user HTTP/1.1',
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
    ),
    upgrade(
      'GET / HTTP/1.1',
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ),
  ]),
  attempt(
    'H21',
    'a request that asks another to be smuggled behind it',
    [400],
    async (attacker) => {
      const hidden = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
      const first = `POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
      const answers = await attacker.sendBytes(first + hidden, { halfClose: true })
      // The first decides where it ends.
      assert.equal(answers.length, 1, 'the hidden request was answered')
      return answers
    },
  ),
  attempt(
    'H22',
    'two hundred connections that say nothing, and others are served meanwhile',
    [200],
    async (attacker) => {
      const count = attacker.size === 'full' ? 1_000 : 200
      const sockets = await Promise.all(
        Array.from({ length: count }, () => openSocket(attacker.portal.origin)),
      )
      const { email, password } = testAdmin
      const answer = await attacker.send('POST', '/api/login', { json: { email, password } })
      for (const socket of sockets) socket.destroy()
      return answer
    },
  ),
]
