import { adminCalls, fillPath } from '@tests/support/portal/api-calls'
import { inTurn, type Attacker } from './attacker'
import type { HostileCase } from './hostile-case'

type Call = readonly [method: string, path: string, json?: object]

const decision = { status: 'approved' }
const fileKey = 'k'.repeat(43)
const mailbox = { email: 'a@b.example', appPassword: 'x', host: 'smtp.b.example', port: 465 }

/** Of the administrator, in the order of the corpus. */
const guarded: Call[][] = [
  [['GET', '/api/admin/users']],
  [['GET', '/api/admin/files']],
  [['GET', '/api/admin/credentials']],
  [['PATCH', '/api/admin/users/2/status', decision]],
  [['PATCH', '/api/admin/files/1/status', decision]],
  [['PATCH', '/api/admin/credentials/1/status', decision]],
  [['DELETE', '/api/admin/users/2']],
  [['DELETE', '/api/admin/files/1']],
  [['DELETE', '/api/admin/credentials/1']],
  [['POST', '/api/admin/files/1/restore', {}]],
  [['POST', '/api/admin/generate-file-token', { uploadKey: fileKey }]],
  [
    ['GET', '/api/admin/settings/email'],
    ['POST', '/api/admin/settings/email', mailbox],
  ],
  [
    ['POST', '/api/admin/settings/email/test-connection', mailbox],
    ['POST', '/api/admin/settings/email/send-test', { to: 'a@b.example' }],
  ],
]
const callers = [
  { name: 'anonymous', status: 401, cookie: () => '' },
  {
    name: 'a partner',
    status: 403,
    cookie: ({ portal }: Attacker) => portal.people.partner.cookie,
  },
  {
    name: 'a deleted account',
    status: 401,
    cookie: ({ portal }: Attacker) => portal.people.deleted,
  },
]

const sendAll = (attacker: Attacker, calls: readonly Call[], cookie: string) =>
  inTurn(calls, ([method, path, json]) => attacker.send(method, path, { cookie, json }))

const matrix: HostileCase[] = callers.flatMap(({ name, status, cookie }, callerAt) =>
  guarded.map((calls, callAt) => ({
    id: `A${String(1 + callerAt * guarded.length + callAt).padStart(2, '0')}`,
    title: `${calls.map(([method, path]) => `${method} ${path}`).join(' and ')} by ${name}`,
    expect: [status],
    run: (attacker) => sendAll(attacker, calls, cookie(attacker)),
  })),
)

/** Every call that the administrator has, by someone who is not. */
const everyCall = callers.map(({ name, status, cookie }, at): HostileCase => {
  const calls = adminCalls.map((call): Call => {
    const path = fillPath(call, '1')
    return call.method === 'get' ? ['GET', path] : [call.method.toUpperCase(), path, call.body]
  })
  return {
    id: `A${51 + 2 * at}`,
    title: `every call of the administrator by ${name}`,
    expect: [status],
    run: (attacker) => sendAll(attacker, calls, cookie(attacker)),
  }
})

export const access: HostileCase[] = [...matrix, ...everyCall]
