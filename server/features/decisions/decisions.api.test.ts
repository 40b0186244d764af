import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { defaultReasons, rejectionReasons } from '@shared/decisions'
import { logIn } from '@tests/support/portal/agents'
import { ctxIn, ctxOf } from '@tests/support/portal/ctx'
import { ascending } from '@tests/support/portal/answers'
import { buildAdmin, buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { countDeadlocks, meetAtLock } from '@tests/support/portal/meet-at-lock'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import type { Transaction } from '../../db/client'
import { decisions } from '../../db/schema/decisions'
import { deleteUser } from '../users/erase-account'
import { decide as takeDecision } from './decide'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)

const decide = (path: string, body: object) => admin.patch(`/api/admin/${path}/status`).send(body)
const decisionsOf = (userId: number) =>
  app.db.select().from(decisions).where(eq(decisions.userId, userId)).orderBy(desc(decisions.id))
const statusOf = async (table: string, id: number) =>
  (await app.pool.query(`select status from ${table} where id = $1`, [id])).rows[0]?.status

/** Someone with a document and a login. */
async function buildApplicant() {
  const owner = await buildUser(app)
  const file = await buildFile(app, { owner })
  const login = await buildCredential(app, { owner })
  return { owner, file, login }
}

describe('every decision leaves a row', () => {
  it('about the person, the document or the login, with what it replaced', async () => {
    const { owner, file, login } = await buildApplicant()
    const sent = [
      await decide(`users/${owner.id}`, { status: 'approved' }).expect(200),
      await decide(`users/${owner.id}`, { status: 'rejected', reason: 'No answer' }).expect(200),
      await decide(`users/${owner.id}`, { status: 'pending' }).expect(200),
      await decide(`files/${file.id}`, { status: 'rejected', reason: 'Blurred' }).expect(200),
      await decide(`credentials/${login.id}`, { status: 'approved' }).expect(200),
    ]
    const rows = (await decisionsOf(owner.id)).toReversed()
    expect(rows.map(({ id, requestId }) => [id, requestId])).toEqual(
      sent.map(({ body, headers }) => [body.decisionId, headers['x-request-id']]),
    )
    expect(
      rows.map((row) => [row.kind, row.subjectId, row.fromStatus, row.toStatus, row.reason]),
    ).toEqual([
      ['user', owner.id, 'pending', 'approved', null],
      ['user', owner.id, 'approved', 'rejected', 'No answer'],
      ['user', owner.id, 'rejected', 'pending', null],
      ['file', file.id, 'pending', 'rejected', 'Blurred'],
      ['credential', login.id, 'pending', 'approved', null],
    ])
    expect(rows.map(({ fromReason }) => fromReason)).toEqual([null, null, 'No answer', null, null])
    expect(rows[1]?.fromStatusAt).toEqual(rows[0]?.at)
    const isMine = rows.map(({ decidedBy, undoneAt }) => decidedBy === account.id && !undoneAt)
    expect(isMine).toEqual(Array(5).fill(true))
    // To the microsecond: this is how a later change is told.
    const { rows: same } = await app.pool.query(
      `select 1 from users join decisions on decisions.user_id = users.id
       where users.status_at = decisions.at and decisions.id = $1`,
      [rows[2]?.id],
    )
    expect(same).toHaveLength(1)
  })

  it('that goes with the person, and none for a decision that was refused', async () => {
    const owner = await buildUser(app)
    await decide(`users/${owner.id}`, { status: 'approved', basedOn: 'rejected' }).expect(409)
    expect(await decisionsOf(owner.id)).toEqual([])
    await decide(`users/${owner.id}`, { status: 'approved' }).expect(200)
    await admin.delete(`/api/admin/users/${owner.id}`).expect(200)
    expect(await decisionsOf(owner.id)).toEqual([])
    const orphan = await buildFile(app)
    await decide(`files/${orphan.id}`, { status: 'rejected' }).expect(200)
    const [row] = await app.db.select().from(decisions).orderBy(desc(decisions.id)).limit(1)
    expect(row).toMatchObject({ kind: 'file', subjectId: orphan.id, userId: null })
  })
})

it('deciding about documents and logins while their owner is deleted never ends in a deadlock', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { owner, file, login } = await buildApplicant()
    const [deletion, ...answers] = await Promise.all([
      deleteUser(ctxOf(app, { ...account, ip: null }), owner.id).then(() => 'deleted'),
      decide(`files/${file.id}`, { status: 'approved' }),
      decide(`credentials/${login.id}`, { status: 'approved' }),
    ])
    expect(deletion).toBe('deleted')
    for (const { status } of answers) expect([200, 404]).toContain(status)
  }
  expect(await countDeadlocks(app)).toBe(0)
})

describe.each([
  { path: 'users', table: 'users', build: buildUser },
  { path: 'files', table: 'files', build: buildFile },
  { path: 'credentials', table: 'monitoring_credentials', build: buildCredential },
])('of two tabs with different minds about $path', ({ path, table, build }) => {
  it('the first one decides, and the other is told so', async () => {
    const { id } = await build(app)
    const lock = { statement: `select 1 from ${table} where id = $1 for update`, id }
    const answers = await meetAtLock(app, lock, () =>
      Promise.all(
        ['approved', 'rejected'].map((status) =>
          decide(`${path}/${id}`, { status, basedOn: 'pending' }),
        ),
      ),
    )
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
    const taken = answers.find(({ status }) => status === 200)
    expect(await statusOf(table, id)).toBe(taken?.body.status)
  })
})

describe('a person who is approved with their pending items, while another tab', () => {
  const rejection = {
    mail: null,
    decision: { status: 'rejected' },
    by: { id: account.id, ip: '127.0.0.1' },
  } as const

  it.each(['files', 'monitoring_credentials'])(
    'rejects one of their %s, stays as they were',
    async (table) => {
      const { owner, file, login } = await buildApplicant()
      const isFile = table === 'files'
      const { kind, id } = isFile
        ? ({ kind: 'file', id: file.id } as const)
        : ({ kind: 'credential', id: login.id } as const)
      const reject = (tx: Transaction) => takeDecision(ctxIn(app, tx), { ...rejection, kind, id })
      const settles = {
        files: [{ id: file.id, version: file.sha256 }],
        credentials: [{ id: login.id, version: login.createdAt.toISOString() }],
        score: null,
      }
      const approve = () => decide(`users/${owner.id}`, { status: 'approved', settles })
      expect((await sendBeside(app, reject, approve)).status).toBe(409)
      expect(await statusOf(table, id)).toBe('rejected')
      expect(await statusOf('users', owner.id)).toBe('pending')
    },
  )
})

describe('the lists of reasons for a rejection', () => {
  const path = '/api/admin/rejection-reasons'

  it('can be edited one by one, emptied and reset', async () => {
    expect(rejectionReasons.parse(defaultReasons)).toEqual(defaultReasons)
    await admin.get(path).expect(200, defaultReasons)
    const edit = (reasons: string[]) => admin.patch(`${path}/file`).send({ reasons })
    const edited = { ...defaultReasons, file: ['Score 640', 'No answer'] }
    await edit([' Score 640 ', 'No answer']).expect(200, edited)
    await admin.get(path).expect(200, edited)
    await edit([]).expect(200, { ...edited, file: [] })
    await admin.delete(`${path}/file`).expect(200, defaultReasons)
    const { rows } = await app.pool.query(
      "select action, object from audit_events where action like 'reasons.%' order by id",
    )
    expect(rows).toEqual([
      { action: 'reasons.changed', object: 'reasons:file' },
      { action: 'reasons.changed', object: 'reasons:file' },
      { action: 'reasons.reset', object: 'reasons:file' },
    ])
  })
})
