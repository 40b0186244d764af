import assert from 'node:assert/strict'
import { inTurn, textIn, type Attacker } from './attacker'
import {
  attempt,
  each,
  storing,
  strictStoring,
  type Fields,
  type HostileCase,
} from './hostile-case'

const login = (attacker: Attacker, overrides: object = {}) => ({
  serviceName: 'Score Watch',
  serviceUrl: 'https://score-watch.example/login',
  username: 'ada',
  password: attacker.secret(),
  ...overrides,
})
const share = (attacker: Attacker, overrides: object = {}) =>
  attacker.send('POST', '/api/credit-credentials', { json: login(attacker, overrides) })

const refused = (
  id: string,
  title: string,
  fields: Fields,
  expect: readonly number[] = [400],
): HostileCase =>
  attempt(id, title, expect, (attacker) => inTurn(each(fields), (one) => share(attacker, one)))

/** Stored sealed, and shown to the administrator exactly as it was sent. */
const shown = (id: string, title: string, overrides: Record<string, string>): HostileCase =>
  storing(id, title, [201], async (attacker) => {
    const answer = await share(attacker, overrides)
    const cookie = attacker.portal.people.admin
    const listed = await attacker.send('GET', '/api/admin/credentials?limit=1', { cookie })
    for (const value of Object.values(overrides)) {
      assert.ok(
        listed.body.toString().includes(JSON.stringify(value)),
        `${value} came back changed`,
      )
    }
    return answer
  })

export const credentials: HostileCase[] = [
  refused('C01', 'addresses that are no web address', {
    serviceUrl: [
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//host.example',
      'http://user:pass@h.example',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'blob:https://a.example/x',
      'https://',
      'https:///x',
      'https://localhost',
    ],
  }),
  refused('C02', 'notes of 5,001 characters', { notes: ['n'.repeat(5001)] }),
  refused('C03', 'an address of 10,000 characters', {
    serviceUrl: [`https://a.example/${'x'.repeat(10_000)}`],
  }),
  refused('C04', 'passwords too long, empty or no text', {
    password: ['p'.repeat(1025), '', null, 12345678, { $ne: null }, '\udc00'],
  }),
  refused('C05', 'notes of 1 MB', { notes: ['n'.repeat(1024 ** 2)] }, [400, 413]),
  shown('C06', 'an address in another script', {
    serviceUrl: 'https://xn--80ak6aa92e.example/вход',
  }),
  shown('C07', 'a service that only looks like another', { serviceName: 'Сredit Кarma' }),
  shown('C08', 'markup and quotes in a name', { username: `"><img src=x onerror=alert(1)>'--` }),
  strictStoring('C09', 'fifty within a minute from one address', [201, 429], async (attacker) => {
    const answers = await inTurn([...Array(50).keys()], () => share(attacker))
    assert.equal(answers.filter(({ status }) => status === 201).length, 30)
    assert.match(String(answers.at(-1)?.headers['retry-after']), /^[1-9]\d*$/)
    return answers
  }),
  shown('C10', 'what a spreadsheet would run', {
    username: '=HYPERLINK("http://x.example")',
    serviceName: '@SUM(1+1)',
  }),
  storing(
    'C11',
    'the password is neither in the log nor in a row',
    [201, 400],
    async (attacker) => {
      const password = attacker.secret()
      const notes = attacker.secret()
      const answers = [
        await share(attacker, { password, notes }),
        await share(attacker, { password, notes, serviceUrl: 'no address' }),
        await attacker.send('POST', '/api/credit-credentials', {
          headers: { 'Content-Type': 'application/json' },
          body: `{"password":"${password}"`,
        }),
        await attacker.send('POST', `/api/credit-credentials?password=${password}`, { json: {} }),
      ]
      const rows = await attacker.portal.query<{ row: string }>(
        'select c::text as row from monitoring_credentials c',
      )
      assert.ok(rows.every(({ row }) => !row.includes(password) && !row.includes(notes)))
      return answers
    },
  ),
  storing('C12', 'a key, an owner and a status of one’s own choice', [201], async (attacker) => {
    const chosen = 'k'.repeat(43)
    const answer = await share(attacker, {
      uploadKey: chosen,
      userId: 1,
      id: 1,
      status: 'approved',
    })
    const key = textIn(answer, 'uploadKey')
    assert.notEqual(key, chosen)
    const rows = await attacker.portal.query(
      'select user_id, status from monitoring_credentials where upload_key = $1',
      [key],
    )
    assert.deepEqual(rows, [{ user_id: null, status: 'pending' }])
    return answer
  }),
  storing('C14', 'the key of a shared login opens no file', [401, 404], async (attacker) => {
    const key = textIn(await share(attacker), 'uploadKey')
    const { admin, partner } = attacker.portal.people
    return [
      await attacker.send('GET', `/uploads/${key}/x.pdf`),
      await attacker.send('GET', `/uploads/${key}/x.pdf`, { cookie: partner.cookie }),
      await attacker.send('POST', '/api/admin/generate-file-token', {
        cookie: admin,
        json: { uploadKey: key },
      }),
    ]
  }),
  refused('C15', 'names of nothing, of line breaks, or too long', {
    serviceName: ['', '   ', '\r\n', 'x'.repeat(201)],
  }),
]
