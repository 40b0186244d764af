import assert from 'node:assert/strict'
import { exportedLists } from '@shared/exports'
import { impossibleIds } from '@tests/support/portal/answers'
import { inTurn, type Answer, type Attacker } from './attacker'
import { findId } from './confirm-admin'
import { attempt, type HostileCase } from './hostile-case'
import { within } from './withstand'

type Call = readonly [method: string, path: string, json?: unknown]

const ask = ({ send, portal }: Attacker, [method, path, json]: Call): Promise<Answer> =>
  send(method, path, { cookie: portal.people.admin, ...(json !== undefined && { json }) })

/** Calls of the administrator; all are refused. */
const refused = (
  id: string,
  title: string,
  expect: readonly number[],
  listCalls: (attacker: Attacker) => Promise<readonly Call[]> | readonly Call[],
): HostileCase =>
  attempt(id, title, expect, async (attacker) =>
    inTurn(await listCalls(attacker), (call) => ask(attacker, call)),
  )

const partnerId = (attacker: Attacker) => findId(attacker, attacker.portal.people.partner)

const strangeTexts = ['\0\u001b', '\ud800', 1, ['x'], {}, null, '   ']
const exportPaths = exportedLists.map((list) => `/api/admin/exports/${list}`)
const everyExport = (queries: readonly string[]) =>
  exportPaths.flatMap((path) => queries.map((query): Call => ['GET', `${path}?${query}`]))

const rows = [{ id: 2_000_000_000, basedOn: 'pending' }]
const run = { of: 'users', action: 'approve', selection: { rows } }
const strangeRuns = [
  {},
  [],
  { ...run, of: 'sessions' },
  { ...run, of: '__proto__' },
  { ...run, of: ['users'] },
  { ...run, action: 'promote' },
  { ...run, of: 'files', action: 'email' },
  { ...run, of: 'credentials', action: 'email' },
  { ...run, action: 'email' },
  {
    ...run,
    action: 'email',
    mail: { subject: 'A', body: 'B', to: 'all@b.example' },
    selection: {},
  },
  { ...run, selection: {} },
  { ...run, selection: { rows: [] } },
  { ...run, selection: { rows: Array.from({ length: 1_001 }, () => rows[0]) } },
  { ...run, selection: { rows: [{ id: 0, basedOn: 'pending' }] } },
  { ...run, selection: { rows: [{ id: 2_147_483_648, basedOn: 'pending' }] } },
  { ...run, selection: { rows: [{ id: '1 or 1=1', basedOn: 'pending' }] } },
  { ...run, selection: { rows: [{ id: 1, basedOn: 'admin' }] } },
  { ...run, selection: { filter: { isAdmin: 1 } } },
  { ...run, selection: { filter: { status: ['pending'] } } },
  { ...run, selection: { filter: { search: 'x'.repeat(201) } } },
  { ...run, selection: { filter: {}, expected: 0 } },
  { ...run, selection: { filter: {}, expected: '1' } },
  { ...run, action: 'ask' },
  { ...run, of: 'files', action: 'ask', reason: 'Which report is this?' },
  { ...run, action: 'reject', reason: 'x'.repeat(1_001) },
]

export const reviewDesk: HostileCase[] = [
  refused('V01', 'ids that are none, for all that is new on the desk', [400, 404], () =>
    [...impossibleIds, '%ff'].flatMap((id): Call[] => [
      ['POST', `/api/admin/decisions/${id}/undo`],
      ['POST', `/api/admin/questions/${id}/undo`],
      ['POST', `/api/admin/users/${id}/questions`, { words: 'Which report is this?' }],
      ['GET', `/api/admin/files/${id}/versions`],
      ['POST', `/api/admin/files/${id}/opened`, { basedOnVersion: 'v' }],
      ['GET', `/api/admin/users/${id}/duplicates`],
      ['POST', `/api/admin/users/${id}/notes`, { text: 'A note.' }],
      ['PATCH', `/api/admin/notes/${id}`, { text: 'A note.' }],
      ['DELETE', `/api/admin/notes/${id}`],
      ['POST', `/api/admin/users/${id}/score`, { score: 742 }],
      ['DELETE', `/api/admin/users/${id}/score`],
      ['GET', `/api/admin/bulk-runs/${id}`],
      ['POST', `/api/admin/bulk-runs/${id}/stop`],
    ]),
  ),
  refused('V02', 'reasons of a kind that there is not', [404], () =>
    ['users', 'USER', '__proto__', 'constructor', '%00', '..%2fuser', "user'--"].flatMap(
      (kind): Call[] => [
        ['PATCH', `/api/admin/rejection-reasons/${kind}`, { reasons: ['Blurred'] }],
        ['DELETE', `/api/admin/rejection-reasons/${kind}`],
      ],
    ),
  ),
  refused('V03', 'lists of reasons that are none, too long or no text', [400], () =>
    [
      ...strangeTexts.map((reason) => [reason]),
      'Blurred',
      { 0: 'Blurred' },
      ['x'.repeat(201)],
      Array.from({ length: 10 }, () => 'Blurred'),
    ].map((reasons): Call => ['PATCH', '/api/admin/rejection-reasons/user', { reasons }]),
  ),
  refused('V04', 'acts on many that are not understood', [400], () =>
    strangeRuns.map((json): Call => ['POST', '/api/admin/bulk-runs', json]),
  ),
  refused(
    'V05',
    'acts on everything, where another number was seen or nothing matches',
    [409],
    () =>
      ['users', 'files', 'credentials'].flatMap((of) =>
        [{ filter: {}, expected: 900 }, { filter: { search: 'nobody like that' } }].map(
          (selection): Call => [
            'POST',
            '/api/admin/bulk-runs',
            { of, action: 'delete', selection },
          ],
        ),
      ),
  ),
  refused('V06', 'notes that are none, too long or no text', [400], async (attacker) => {
    const path = `/api/admin/users/${await partnerId(attacker)}/notes`
    return [...strangeTexts, 'x'.repeat(2_001)].map((text): Call => ['POST', path, { text }])
  }),
  refused('V07', 'scores that are none', [400], async (attacker) => {
    const path = `/api/admin/users/${await partnerId(attacker)}/score`
    const { file } = attacker.portal.people.other
    return [
      ...[299, 851, 742.5, -1, 1e308, 'high', null, {}, '742; --'].map((score) => ({ score })),
      { score: 742, bureau: 'nobody' },
      { score: 742, model: 'x'.repeat(101) },
      { score: 742, reportDate: '2026-02-30' },
      { score: 742, reportDate: 'infinity' },
      { score: 742, nameOnReport: ['x'] },
      { score: 742, fileId: 0 },
      { score: 742, fileId: '1' },
      // Someone else’s document.
      { score: 742, fileId: file.id },
    ].map((json): Call => ['POST', path, json])
  }),
  refused(
    'V08',
    'duplicates dismissed of no one, of oneself, or for no reason',
    [400, 404],
    async (attacker) => {
      const id = await partnerId(attacker)
      const [admin] = await attacker.portal.query<{ id: number }>(
        'select id from users where is_admin = 1',
      )
      const path = `/api/admin/users/${id}/duplicates/dismiss`
      return [
        ...strangeTexts.map((reason) => ({ otherId: id + 1, reason })),
        { otherId: id + 1, reason: 'x'.repeat(201) },
        ...[id, admin?.id, 0, -1, 1.5, '1', 2_147_483_647, 2_147_483_648, null].map((otherId) => ({
          otherId,
          reason: 'Twins',
        })),
      ].map((json): Call => ['POST', path, json])
    },
  ),
  refused(
    'V09',
    'versions restored that are none, or of someone else’s document',
    [400, 404],
    async (attacker) => {
      const { partner, other } = attacker.portal.people
      const [theirs] = await attacker.portal.query<{ id: number }>(
        'select id from file_versions where file_id = $1',
        [other.file.id],
      )
      return [theirs?.id, 0, -1, 1.5, '1', 2_147_483_647, 2_147_483_648, null, [1], {}].map(
        (version): Call => ['POST', `/api/admin/files/${partner.file.id}/restore`, { version }],
      )
    },
  ),
  refused('V10', 'exports of filters that are not understood', [400], () =>
    everyExport([
      'stauts=approved',
      'status[]=pending',
      'limit=10',
      'cursor=1',
      '__proto__=1',
      `search=${'x'.repeat(201)}`,
      'search=a&search=b',
      'status=pending%27--',
      'from=yesterday',
      'sort=password_hash',
    ]),
  ),
  attempt(
    'V11',
    'exports of patterns and SQL hold nothing but their heading',
    [200],
    (attacker) =>
      inTurn(
        everyExport(['%25%25%25', '___', '%27%20or%201%3D1--', '%27%3B%20drop%20table%20users--'])
          .filter(([, path]) => !path.includes('audit-events'))
          .map(([method, path]): Call => [method, path.replace('?', '?search=')]),
        (call) => ask(attacker, call),
      ),
    ({ body }) => assert.equal(body.toString().split('\r\n').length, 2),
  ),
  attempt(
    'V12',
    'exports that no one waits for leave room for the next',
    [0, 200, 429],
    async (attacker) => {
      const { sendBytes, portal } = attacker
      const head = `Host: x\r\nCookie: ${portal.people.admin}\r\nConnection: close\r\n\r\n`
      const answers: Answer[] = []
      for (const path of exportPaths)
        answers.push(...(await sendBytes(`GET ${path} HTTP/1.1\r\n${head}`, { halfClose: true })))
      const next = () => ask(attacker, ['GET', '/api/admin/exports/users'])
      let last: Answer | undefined
      const isServed = async () => (last = await next()).status === 200
      assert.ok(await within(20_000, isServed), last?.body.toString())
      return answers
    },
  ),
]
