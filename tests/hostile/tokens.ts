import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { testAdmin } from '@tests/support/portal/portal-process'
import { getCookie, inTurn, type Answer, type Attacker } from './attacker'
import { attempt, strictAttempt, type HostileCase } from './hostile-case'
import { makeToken } from './read-back'

/** The partner's document, as the administrator asks for it. */
const addressIn = ({ portal }: Attacker, token?: string): string => {
  const { file } = portal.people.partner
  return `/uploads/${file.uploadKey}/${file.fileName}${token === undefined ? '' : `?token=${token}`}`
}
const tokenFor = (attacker: Attacker) =>
  makeToken(attacker, attacker.portal.people.partner.file.uploadKey)

/** What a token still opens after a change. */
const opened = (
  id: string,
  title: string,
  expect: readonly number[],
  open: (attacker: Attacker, token: string, admin: string) => Promise<Answer | Answer[]>,
): HostileCase =>
  attempt(id, title, expect, async (attacker) =>
    open(attacker, await tokenFor(attacker), attacker.portal.people.admin),
  )

const ranges = [
  `bytes=${Array.from({ length: 1000 }, (_range, at) => `${at}-${at}`).join(',')}`,
  `bytes=${'0-,'.repeat(1000)}0-`,
  'bytes=0-0',
  'bytes=-1',
  'bytes=999999999-',
  'bytes=5-2',
  'bytes=-0',
  'bytes=abc',
  'bytes=0-99999999999999999999999',
  'lines=0-1',
  'bytes=',
]

export const tokens: HostileCase[] = [
  opened('T01', 'a token for another file', [401], async (attacker, _token, cookie) => {
    const foreign = await makeToken(attacker, attacker.portal.people.other.file.uploadKey)
    return attacker.send('GET', addressIn(attacker, foreign), { cookie })
  }),
  opened(
    'T02',
    'a token works again within its five minutes, and not after them',
    [401],
    async (attacker, token, cookie) => {
      const open = () => attacker.send('GET', addressIn(attacker, token), { cookie })
      assert.deepEqual([(await open()).status, (await open()).status], [200, 200])
      await attacker.portal.query("update file_tokens set expires_at = now() - interval '1 second'")
      return open()
    },
  ),
  opened(
    'T03',
    'a token in another session of the same administrator',
    [401],
    async (attacker, token) => {
      const login = await attacker.send('POST', '/api/login', { json: testAdmin })
      return attacker.send('GET', addressIn(attacker, token), { cookie: getCookie(login) })
    },
  ),
  opened('T04', 'a token without any session', [401], (attacker, token) =>
    attacker.send('GET', addressIn(attacker, token)),
  ),
  opened('T05', 'a token anywhere but in the query', [401], (attacker, token, cookie) =>
    attacker.send('GET', addressIn(attacker), {
      cookie: `${cookie}; token=${token}`,
      headers: { Authorization: `Bearer ${token}`, 'X-Token': token },
    }),
  ),
  opened('T06', 'two tokens at once', [400, 401], (attacker, token, cookie) =>
    attacker.send('GET', `${addressIn(attacker, token)}&token=${token}`, { cookie }),
  ),
  opened('T07', 'a token in the hands of another partner', [404], (attacker, token) =>
    attacker.send('GET', addressIn(attacker, token), {
      cookie: attacker.portal.people.other.cookie,
    }),
  ),
  opened('T08', 'HEAD does not use a token up', [200], async (attacker, token, cookie) => [
    await attacker.send('HEAD', addressIn(attacker, token), { cookie }),
    await attacker.send('GET', addressIn(attacker, token), { cookie }),
  ]),
  opened(
    'T09',
    'conditions that no client sends',
    [200, 304, 412],
    async (attacker, token, cookie) => {
      const conditions: Record<string, string>[] = [
        { 'If-Match': '"x"' },
        { 'If-None-Match': '"'.repeat(8000) },
        { 'If-None-Match': '*' },
        { 'If-Modified-Since': 'Thu, 99 Foo 99999 99:99:99' },
        { 'If-Range': 'x'.repeat(8000), Range: 'bytes=0-0' },
        { 'If-Unmodified-Since': '-1' },
      ]
      return inTurn(conditions, (headers) =>
        attacker.send('GET', addressIn(attacker, token), { cookie, headers }),
      )
    },
  ),
  opened(
    'T10',
    'ranges by the thousand, beyond the end, and of nothing',
    [200, 206, 416],
    async (attacker, token, cookie) => {
      const whole = await attacker.send('GET', addressIn(attacker, token), { cookie })
      return inTurn(ranges, async (Range) => {
        const headers = { Range }
        const answer = await attacker.send('GET', addressIn(attacker, token), { cookie, headers })
        assert.ok(answer.body.length <= whole.body.length, 'a request multiplied its answer')
        return answer
      })
    },
  ),
  opened(
    'T11',
    'paths out of the folder, and to what lies in it',
    [400, 401, 404],
    async (attacker, token, cookie) => {
      const { uploadKey } = attacker.portal.people.partner.file
      const paths = [
        '/uploads/../package.json',
        '/uploads/%2e%2e/%2e%2e%2fetc%2fpasswd',
        '/uploads/..%5c..%5cx/y.pdf',
        '/uploads/.tmp/x',
        '/uploads/.backups/x',
        `/uploads/.backups%2f${uploadKey}/x.pdf`,
        `/uploads/${uploadKey}`,
        `/uploads/${uploadKey}/`,
        `/uploads/${uploadKey}/%2e%2e`,
        '/uploads/',
        '/uploads/a/b/c/d',
        '/uploads/%00/%00',
        `/uploads/${uploadKey}%00/credit-report.pdf`,
      ]
      return inTurn(paths, (path) => attacker.send('GET', `${path}?token=${token}`, { cookie }))
    },
  ),
  strictAttempt(
    'T12',
    'keys guessed at random, up to the limit of calls',
    [404, 429],
    async (attacker) => {
      const { cookie } = attacker.portal.people.partner
      const guesses = attacker.size === 'full' ? 100_000 : 640
      const answers: Answer[] = []
      const one = async () => {
        const key = randomBytes(32).toString('base64url')
        answers.push(await attacker.send('GET', `/uploads/${key}/credit-report.pdf`, { cookie }))
      }
      while (answers.length < guesses) await Promise.all(Array.from({ length: 20 }, one))
      assert.ok(
        answers.some(({ status }) => status === 429),
        'nobody was told to wait',
      )
      return answers
    },
  ),
  attempt('T13', 'tokens that are none', [400, 401, 431], async (attacker) => {
    const { admin } = attacker.portal.people
    const tokensInQuery = [
      '',
      '%00',
      '%ff',
      'k'.repeat(43),
      'k'.repeat(10_000),
      '%F0%9F%98%80',
      "'%20or%201=1--",
      '[object%20Object]',
    ]
    const addresses = [
      ...tokensInQuery.map((token) => addressIn(attacker, token)),
      `${addressIn(attacker)}?token[a]=b&token[]=c&__proto__[token]=d`,
    ]
    return inTurn(addresses, (address) => attacker.send('GET', address, { cookie: admin }))
  }),
  attempt('T14', 'tokens asked for files that are none', [400, 404], async ({ send, portal }) => {
    return inTurn(
      [
        'k'.repeat(43),
        '',
        '../x',
        null,
        1,
        [portal.unclaimedKey],
        { $ne: '' },
        `${'k'.repeat(42)}\0`,
      ],
      (uploadKey) =>
        send('POST', '/api/admin/generate-file-token', {
          cookie: portal.people.admin,
          json: { uploadKey },
        }),
    )
  }),
  opened('T15', 'changing methods on a document', [404], async (attacker, token, cookie) => {
    return inTurn(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'MKCOL'], (method) =>
      attacker.send(method, addressIn(attacker, token), { cookie }),
    )
  }),
]
