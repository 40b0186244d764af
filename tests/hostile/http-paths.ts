import assert from 'node:assert/strict'
import { inTurn } from './attacker'
import { attempt, expectNoWayOut, strictStoring, type HostileCase } from './hostile-case'
import { waitForResetToken } from './password-resets'

/** Paths asked for as a visitor does, with nothing more. */
const asked = (
  id: string,
  expect: readonly number[],
  title: string,
  paths: readonly string[],
): HostileCase =>
  attempt(
    id,
    title,
    expect,
    (attacker) => inTurn(paths, (path) => attacker.send('GET', path)),
    (answer) => {
      expectNoWayOut(answer)
      assert.doesNotMatch(
        answer.body.toString(),
        /root:|"dependencies"|SESSION_SECRET|ref: refs|import .+ from/,
      )
    },
  )

export const httpPaths: HostileCase[] = [
  asked('H02', [404], 'files that a checkout or a build leaves', [
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
  ]),
  asked('H04', [414, 431, 0], 'addresses of 20 KB', [
    `/${'x'.repeat(20_480)}`,
    `/api/user?${'x'.repeat(20_480)}`,
  ]),
  strictStoring('H06', 'another host’s name on a reset request', [200], async (attacker) => {
    const { other } = attacker.portal.people
    const forged = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    }
    await waitForResetToken(attacker, other.email, forged)
    return attacker.send('GET', '/api/mail-status', { headers: forged })
  }),
  asked('H12', [400, 401, 404], 'escapes that are none', [
    '/id/%ff',
    '/%ff',
    '/api/%ff',
    '/api/link-file/%ff',
    '/uploads/%ff/%ff',
    '/api/admin/users/%E0%A4%A/status',
    '/assets/%c0%ae%c0%ae/x',
    '/%',
    '/blog/%zz',
  ]),
  asked('H13', [400, 404], 'ways out of the folder of pages', [
    '/../../etc/passwd',
    '/..%2f..%2f..%2fetc/passwd',
    '/assets/../../server/index.js',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/....//....//etc/passwd',
    '/assets/%252e%252e/x.js',
    '/static/%00.js',
  ]),
  asked('H14', [404], 'pages that do not exist', [
    '/nothing',
    '/admin/nothing',
    '/blog/../nothing',
    '/login/x',
    '/NOTHING',
    '/constructor',
    '/__proto__',
    '/toString',
  ]),
  asked('H15', [200, 400, 401, 404], 'line breaks in an address', [
    '/%0d%0aX-Injected:%201',
    '/login?x=%0d%0aSet-Cookie:%20x=1',
    '/api/user%0d%0aX-Injected:1',
    '/blog?article=1%0d%0aX-Injected:1',
    '/uploads/a/b%0d%0aX-Injected:1',
  ]),
  asked('H16', [200, 404], 'addresses to go on to that are somebody else’s', [
    '/login?next=//evil.example',
    '/login?next=https://evil.example',
    '/login?redirect=/\\evil.example',
    '//evil.example/login',
    '/\\evil.example',
    '/login/?returnTo=javascript:alert(1)',
    '/%2f%2fevil.example',
  ]),
  attempt(
    'H18',
    'ranges by the thousand of a page’s own files',
    [200, 206, 416],
    async ({ send }) => {
      const ranges = [
        `bytes=${'0-,'.repeat(2000)}0-`,
        `bytes=${Array.from({ length: 1000 }, (_range, at) => `${at}-${at}`).join(',')}`,
        'bytes=999999999-',
        'bytes=a-b',
      ]
      const answers = await inTurn(ranges, (Range) =>
        send('GET', '/favicon.svg', { headers: { Range } }),
      )
      const whole = await send('GET', '/favicon.svg')
      for (const { body } of answers) assert.ok(body.length <= whole.body.length)
      return answers
    },
  ),
  attempt(
    'H19',
    'encodings, languages and types of 10 KB each',
    [200, 431, 0],
    async ({ send }) => {
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
  ),
  attempt(
    'H20',
    'forged names of host and origin do not get into a page',
    [200],
    async ({ send }) => {
      const forged = {
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
        'X-Original-URL': '/admin',
      }
      const answers = await inTurn(['/', '/sitemap.xml', '/robots.txt'], (path) =>
        send('GET', path, { headers: forged }),
      )
      for (const { body } of answers) assert.ok(!body.includes('evil.example'))
      return answers
    },
  ),
]
