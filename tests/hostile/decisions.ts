import { samples } from '@tests/support/samples/samples'
import type { Answer } from './attacker'
import type { HostileCase } from './hostile-case'

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

export const decisions: HostileCase[] = [
  {
    id: 'A47',
    title: 'the administrator’s own account, rejected or deleted',
    expect: [403, 404, 409],
    async run({ send, portal }) {
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
  },
  {
    id: 'A49',
    title: 'ids that are none',
    expect: [400, 404],
    async run(attacker) {
      const { admin, partner } = attacker.portal.people
      const answers: Answer[] = []
      for (const id of strangeIds) {
        const encoded = /^[\x21-\x7e]+$/.test(id) ? id : encodeURIComponent(id)
        for (const kind of ['users', 'files', 'credentials']) {
          const path = `/api/admin/${kind}/${encoded}`
          answers.push(
            await attacker.send('PATCH', `${path}/status`, { cookie: admin, json: decision }),
          )
          answers.push(await attacker.send('DELETE', path, { cookie: admin }))
        }
        answers.push(
          await attacker.send('POST', `/api/admin/files/${encoded}/restore`, {
            cookie: admin,
            json: {},
          }),
        )
        const path = `/api/reupload/${encoded}`
        answers.push(
          await attacker.upload('a.pdf', samples.pdf().bytes, { cookie: partner.cookie, path }),
        )
      }
      return answers
    },
  },
  {
    id: 'A50',
    title: 'a status that is none',
    expect: [400],
    async run({ send, portal }) {
      const { admin, partner } = portal.people
      const answers: Answer[] = []
      for (const status of strangeStatuses) {
        const path = `/api/admin/files/${partner.file.id}/status`
        answers.push(await send('PATCH', path, { cookie: admin, json: { status } }))
      }
      return answers
    },
  },
  {
    id: 'A52',
    title: 'a decision on what was never seen',
    expect: [400, 409],
    async run({ send, portal }) {
      const { admin, partner } = portal.people
      const based = [
        { basedOn: 'approved' },
        { basedOn: 'none' },
        { basedOn: ['pending'] },
        { basedOnVersion: 'x' },
        { basedOnVersion: 'v'.repeat(101) },
        { basedOnVersion: 1 },
        { basedOnVersion: "' or 1=1--" },
      ]
      const answers: Answer[] = []
      for (const one of based) {
        const path = `/api/admin/files/${partner.file.id}/status`
        answers.push(
          await send('PATCH', path, { cookie: admin, json: { status: 'rejected', ...one } }),
        )
      }
      return answers
    },
  },
  {
    id: 'A54',
    title: 'reasons that are no text, too long or half a character',
    expect: [400],
    async run({ send, portal }) {
      const { admin, partner } = portal.people
      const answers: Answer[] = []
      for (const reason of ['x'.repeat(1001), 'A\0', '\ud800', 1, ['x'], {}]) {
        const path = `/api/admin/files/${partner.file.id}/status`
        answers.push(
          await send('PATCH', path, { cookie: admin, json: { status: 'rejected', reason } }),
        )
      }
      return answers
    },
  },
]
