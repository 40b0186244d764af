import { samples } from '@tests/support/samples/samples'
import { inTurn } from './attacker'
import { attempt, each, type HostileCase } from './hostile-case'

const decision = { status: 'approved' }

const strangeIds = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '2147483648',
  '99999999999999999999',
  'abc',
  '%00',
  '%ff',
  '1;2',
  '0x1',
  '%31%00',
  '１',
  '+1',
  '1,2',
  "1'--",
]
const strangeStatuses = [
  'admin',
  '',
  null,
  1,
  ['approved'],
  { status: 'approved' },
  'APPROVED',
  'approved\0',
]

/** What a decision about a document may not be. */
const refused = (
  id: string,
  title: string,
  wrong: readonly object[],
  expect: readonly number[] = [400],
): HostileCase =>
  attempt(id, title, expect, ({ send, portal }) => {
    const { admin, partner } = portal.people
    const path = `/api/admin/files/${partner.file.id}/status`
    return inTurn(wrong, (json) => send('PATCH', path, { cookie: admin, json }))
  })

const rejected = { status: 'rejected' }

export const decisions: HostileCase[] = [
  attempt(
    'A47',
    'the administrator’s own account, rejected or deleted',
    [403, 404, 409],
    async ({ send, portal }) => {
      const cookie = portal.people.admin
      const [account] = await portal.query<{ id: number }>(
        'select id from users where is_admin = 1',
      )
      const path = `/api/admin/users/${account?.id}`
      return [
        await send('PATCH', `${path}/status`, { cookie, json: { status: 'rejected' } }),
        await send('DELETE', path, { cookie }),
      ]
    },
  ),
  attempt('A49', 'ids that are none', [400, 404], async (attacker) => {
    const { admin, partner } = attacker.portal.people
    const answers = await inTurn(strangeIds, async (id) => {
      const encoded = /^[\x21-\x7e]+$/.test(id) ? id : encodeURIComponent(id)
      const ask = (method: string, path: string, json?: object) =>
        attacker.send(method, `/api/admin/${path}`, { cookie: admin, json })
      const ofKinds = await inTurn(['users', 'files', 'credentials'], async (kind) => [
        await ask('PATCH', `${kind}/${encoded}/status`, decision),
        await ask('DELETE', `${kind}/${encoded}`),
      ])
      const own = { cookie: partner.cookie, path: `/api/reupload/${encoded}` }
      return [
        ...ofKinds.flat(),
        await ask('POST', `files/${encoded}/restore`, {}),
        await attacker.upload('a.pdf', samples.pdf().bytes, own),
      ]
    })
    return answers.flat()
  }),
  refused('A50', 'a status that is none', each({ status: strangeStatuses })),
  refused(
    'A52',
    'a decision on what was never seen',
    [
      { basedOn: 'approved' },
      { basedOn: 'none' },
      { basedOn: ['pending'] },
      { basedOnVersion: 'x' },
      { basedOnVersion: 'v'.repeat(101) },
      { basedOnVersion: 1 },
      { basedOnVersion: "' or 1=1--" },
    ].map((one) => ({ ...rejected, ...one })),
    [400, 409],
  ),
  refused(
    'A54',
    'reasons that are no text, or too long',
    ['x'.repeat(1001), 1, ['x'], {}].map((reason) => ({ ...rejected, reason })),
  ),
]
