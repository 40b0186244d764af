import assert from 'node:assert/strict'
import { inTurn, type Answer } from './attacker'
import { checkedCase, expectNoWayOut, type HostileCase } from './hostile-case'
import { waitForResetToken } from './password-resets'

/** Paths asked for as a visitor does, with nothing more. */
const asked = (
  id: string,
  title: string,
  expect: readonly number[],
  paths: readonly string[],
  check?: (answer: Answer) => void,
): HostileCase =>
  checkedCase(
    { id, title, expect },
    (attacker) => inTurn(paths, (path) => attacker.send('GET', path)),
    check,
  )

const expectNoSecret = ({ body }: Answer) => {
  assert.doesNotMatch(
    body.toString(),
    /root:|"dependencies"|SESSION_SECRET|ref: refs|import .+ from/,
  )
}
export const httpPaths: HostileCase[] = [
  asked(
    'H02',
    'files that a checkout or a build leaves',
    [404],
    [
      '/.git/HEAD',
      '/.env',
      '/.env.example',
      '/package.json',
      '/src/main.tsx',
      '/server/index.js',
      '/assets/index.js.map',
      '/dist/server/index.js',
      '/uploads/.gitkeep',
      '/.well-known/../.env',
      '/node_modules/express/package.json',
      '/drizzle.config.ts',
      '/index.html.br',
      '/private.html',
      '/.DS_Store',
      '/wp-login.php',
    ],
    expectNoSecret,
  ),
  asked(
    'H04',
    'addresses of 20 KB',
    [414, 431, 0],
    [`/${'x'.repeat(20_480)}`, `/api/user?${'x'.repeat(20_480)}`],
  ),
  {
    id: 'H06',
    title: 'another host’s name on a reset request',
    at: 'strict',
    expect: [200],
    mayStore: true,
    async run(attacker) {
      const { other } = attacker.portal.people
      const forged = {
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
        Forwarded: 'host=evil.example',
      }
      await waitForResetToken(attacker, other.email, forged)
      return attacker.send('GET', '/api/mail-status', { headers: forged })
    },
  },
  asked(
    'H12',
    'escapes that are none',
    [400, 401, 404],
    [
      '/id/%ff',
      '/%ff',
      '/api/%ff',
      '/api/link-file/%ff',
      '/uploads/%ff/%ff',
      '/api/admin/users/%E0%A4%A/status',
      '/assets/%c0%ae%c0%ae/x',
      '/%',
      '/blog/%zz',
    ],
  ),
  asked(
    'H13',
    'ways out of the folder of pages',
    [400, 404],
    [
      '/../../etc/passwd',
      '/..%2f..%2f..%2fetc/passwd',
      '/assets/../../server/index.js',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/assets/..%5c..%5cpackage.json',
      '/....//....//etc/passwd',
      '/assets/%252e%252e/x.js',
      '/static/%00.js',
    ],
    expectNoSecret,
  ),
  asked(
    'H14',
    'pages that do not exist',
    [404],
    [
      '/nothing',
      '/admin/nothing',
      '/blog/../nothing',
      '/login/x',
      '/NOTHING',
      '/constructor',
      '/__proto__',
      '/toString',
    ],
    expectNoWayOut,
  ),
  asked(
    'H15',
    'line breaks in an address',
    [200, 400, 401, 404],
    [
      '/%0d%0aX-Injected:%201',
      '/login?x=%0d%0aSet-Cookie:%20x=1',
      '/api/user%0d%0aX-Injected:1',
      '/blog?article=1%0d%0aX-Injected:1',
      '/uploads/a/b%0d%0aX-Injected:1',
    ],
    expectNoWayOut,
  ),
  asked(
    'H16',
    'addresses to go on to that are somebody else’s',
    [200, 404],
    [
      '/login?next=//evil.example',
      '/login?next=https://evil.example',
      '/login?redirect=/\\evil.example',
      '//evil.example/login',
      '/\\evil.example',
      '/login/?returnTo=javascript:alert(1)',
      '/%2f%2fevil.example',
    ],
    expectNoWayOut,
  ),
  {
    id: 'H18',
    title: 'ranges by the thousand of a page’s own files',
    expect: [200, 206, 416],
    async run({ send }) {
      const answers: Answer[] = []
      for (const Range of [
        `bytes=${'0-,'.repeat(2000)}0-`,
        `bytes=${Array.from({ length: 1000 }, (_range, at) => `${at}-${at}`).join(',')}`,
        'bytes=999999999-',
        'bytes=a-b',
      ]) {
        answers.push(await send('GET', '/favicon.svg', { headers: { Range } }))
      }
      const [whole] = [await send('GET', '/favicon.svg')]
      for (const { body } of answers) assert.ok(body.length <= whole.body.length)
      return answers
    },
  },
  {
    id: 'H19',
    title: 'encodings, languages and types of 10 KB each',
    expect: [200, 431, 0],
    async run({ send }) {
      const long = Array.from({ length: 2_000 }, (_value, at) => `x${at};q=0.${at % 10}`)
        .join(',')
        .slice(0, 10_000)
      return [
        await send('GET', '/login', { headers: { 'Accept-Encoding': long } }),
        await send('GET', '/login', { headers: { Accept: long } }),
        await send('GET', '/login', { headers: { 'Accept-Language': long } }),
        await send('GET', '/login', { headers: { 'Accept-Encoding': '*;q=0' } }),
      ]
    },
  },
  {
    id: 'H20',
    title: 'forged names of host and origin do not get into a page',
    expect: [200],
    async run({ send }) {
      const forged = {
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
        'X-Original-URL': '/admin',
      }
      const answers = [
        await send('GET', '/', { headers: forged }),
        await send('GET', '/sitemap.xml', { headers: forged }),
        await send('GET', '/robots.txt', { headers: forged }),
      ]
      for (const { body } of answers) assert.ok(!body.includes('evil.example'))
      return answers
    },
  },
]
