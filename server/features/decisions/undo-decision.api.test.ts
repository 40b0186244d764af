import { and, eq, isNotNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { undoneDecision } from '@shared/decisions'
import { ascending, notFound } from '@tests/support/portal/answers'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { decisions } from '../../db/schema/decisions'
import { fileVersions } from '../../db/schema/files'
import { users } from '../../db/schema/users'

const app = await startSharedApp()
const admin = await logInAdmin(app)

async function decide(path: string, body: object): Promise<number> {
  const answer = await admin.patch(`/api/admin/${path}/status`).send(body).expect(200)
  return answer.body.decisionId
}
const undo = (id: number) => admin.post(`/api/admin/decisions/${id}/undo`)
const read = async (id: number) => {
  const [row] = await app.db.select().from(users).where(eq(users.id, id))
  return row && { status: row.status, reason: row.statusReason, at: row.statusAt }
}
const changedSince = {
  message: 'This has changed since the decision, so it can’t be undone. Please look again.',
  code: 'conflict',
}

describe('undoing a decision', () => {
  it('restores status, reason and time, one decision after the other', async () => {
    const { id } = await buildUser(app, { firstName: 'Kim', lastName: 'Lee' })
    const states = [await read(id)]
    const taken: number[] = []
    for (const body of [
      { status: 'rejected', reason: 'No answer' },
      { status: 'approved' },
      { status: 'rejected', reason: 'Score 640' },
    ]) {
      taken.push(await decide(`users/${id}`, body))
      states.push(await read(id))
    }
    expect(states.at(-1)).toMatchObject({ status: 'rejected', reason: 'Score 640' })
    for (const decision of taken.toReversed()) {
      states.pop()
      const { body } = await undo(decision).expect(200)
      const status = states.at(-1)?.status
      expect(body).toEqual({
        undone: [{ kind: 'user', id, name: 'Kim Lee', status }],
        mail: 'none',
      })
      expect(await read(id)).toEqual(states.at(-1))
    }
    const rows = await app.db.select().from(decisions).where(eq(decisions.userId, id))
    expect(rows.every(({ undoneAt }) => undoneAt instanceof Date)).toBe(true)
    const events = await eventsOf(app, `user:${id}`)
    expect(events.slice(-3).map(({ action, details }) => [action, details])).toEqual([
      ['decision.undone', { status: 'approved' }],
      ['decision.undone', { status: 'rejected' }],
      ['decision.undone', { status: 'pending' }],
    ])
  })

  it('is done once, and by two at the same time only by one of them', async () => {
    const { id } = await buildUser(app)
    const first = await decide(`users/${id}`, { status: 'approved' })
    await undo(first).expect(200)
    const undone = { message: 'This decision was already undone.', code: 'conflict' }
    await undo(first).expect(409, undone)
    const second = await decide(`users/${id}`, { status: 'approved' })
    const lock = { statement: 'select 1 from users where id = $1 for update', id }
    const answers = await meetAtLock(app, lock, () => Promise.all([undo(second), undo(second)]))
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
    expect((await read(id))?.status).toBe('pending')
  })

  it('is refused once someone else has decided, also when the status is the same again', async () => {
    const { id } = await buildUser(app)
    const mine = await decide(`users/${id}`, { status: 'approved' })
    await decide(`users/${id}`, { status: 'rejected' })
    await undo(mine).expect(409, changedSince)
    await decide(`users/${id}`, { status: 'approved' })
    await undo(mine).expect(409, changedSince)
    expect((await read(id))?.status).toBe('approved')
  })

  it('is refused for a document that was sent again, and for one that is gone', async () => {
    const owner = await buildUser(app)
    const file = await buildFile(app, { owner })
    const rejected = await decide(`files/${file.id}`, { status: 'rejected', reason: 'Blurred' })
    const { bytes, name } = samples.pdf({ text: 'Sharper' })
    const agent = await logIn(app, owner)
    await agent.post(`/api/reupload/${file.id}`).attach('file', bytes, name).expect(200)
    await undo(rejected).expect(409, changedSince)
    const approved = await decide(`files/${file.id}`, { status: 'approved' })
    await admin.delete(`/api/admin/files/${file.id}`).expect(200)
    await undo(approved).expect(409)
    await undo(2_000_000_000).expect(404, notFound)
  })

  it('takes the mark of approval from the content, unless it was there before', async () => {
    const file = await buildFile(app)
    const isApproved = and(
      eq(fileVersions.storageKey, file.storageKey),
      isNotNull(fileVersions.approvedAt),
    )
    const marked = async () => (await app.db.$count(fileVersions, isApproved)) === 1
    const first = await decide(`files/${file.id}`, { status: 'approved' })
    expect(await marked()).toBe(true)
    await undo(first).expect(200)
    expect(await marked()).toBe(false)
    await decide(`files/${file.id}`, { status: 'approved' })
    await undo(await decide(`files/${file.id}`, { status: 'approved' })).expect(200)
    expect(await marked()).toBe(true)
  })
})

const shown = ({ id, sha256: version }: { id: number; sha256: string }) => ({ id, version })

async function buildWaiting() {
  const owner = await buildUser(app)
  const [left, right] = [await buildFile(app, { owner }), await buildFile(app, { owner })]
  const login = await buildCredential(app, { owner })
  const settles = {
    files: [right, left].map(shown),
    credentials: [{ id: login.id, version: login.createdAt.toISOString() }],
    score: null,
  }
  return { owner, left, right, login, settles }
}
const statuses = async (ownerId: number) => {
  const { rows } = await app.pool.query(
    `select status from users where id = $1
     union all select status from files where user_id = $1
     union all select status from monitoring_credentials where user_id = $1`,
    [ownerId],
  )
  return rows.map(({ status }) => status)
}

describe('a person approved with their pending items', () => {
  it('is one act with a decision and an event each, undone as a whole', async () => {
    const { owner, left, right, login, settles } = await buildWaiting()
    const taken = await decide(`users/${owner.id}`, { status: 'approved', settles })
    expect(await statuses(owner.id)).toEqual(Array(4).fill('approved'))
    const rows = await app.db.select().from(decisions).where(eq(decisions.userId, owner.id))
    expect(rows.map(({ kind, takenWith }) => [kind, takenWith])).toEqual([
      ['user', null],
      ['file', taken],
      ['file', taken],
      ['credential', taken],
    ])
    expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(1)
    const { body } = await undo(taken).expect(200)
    expect(undoneDecision.strict().parse(body)).toEqual(body)
    expect(body.undone).toEqual([
      { kind: 'user', id: owner.id, name: `Pat ${owner.lastName}`, status: 'pending' },
      { kind: 'file', id: left.id, name: left.fileName, status: 'pending' },
      { kind: 'file', id: right.id, name: right.fileName, status: 'pending' },
      { kind: 'credential', id: login.id, name: login.serviceName, status: 'pending' },
    ])
    expect(await statuses(owner.id)).toEqual(Array(4).fill('pending'))
    for (const object of [`file:${right.id}`, `credential:${login.id}`]) {
      const events = await eventsOf(app, object)
      expect(events.map(({ action }) => action).slice(-2)).toEqual([
        `${object.split(':', 1)[0]}.status-changed`,
        'decision.undone',
      ])
    }
  })

  it('stays whole when a part has changed since: nothing is undone', async () => {
    const { owner, right, settles } = await buildWaiting()
    const taken = await decide(`users/${owner.id}`, { status: 'approved', settles })
    await decide(`files/${right.id}`, { status: 'rejected' })
    await undo(taken).expect(409, changedSince)
    const left = await statuses(owner.id)
    expect(left.filter((status) => status === 'approved')).toHaveLength(3)
    expect(left.filter((status) => status === 'rejected')).toHaveLength(1)
  })

  it('is not approved when any of it is not what the administrator saw', async () => {
    const { owner, left, right, login, settles } = await buildWaiting()
    const stranger = await buildFile(app, { owner: await buildUser(app) })
    const unread = await buildFile(app, { owner, quarantine: 'waiting' })
    const changes = [
      { files: [shown(left), { id: right.id, version: 'another' }] },
      { files: [shown(stranger)] },
      { files: [shown(unread)] },
      { credentials: [...settles.credentials, { id: 2_000_000_000, version: 'any' }] },
      { credentials: [{ id: login.id, version: 'corrected meanwhile' }] },
    ]
    const send = (body: object) => admin.patch(`/api/admin/users/${owner.id}/status`).send(body)
    for (const change of changes)
      await send({ status: 'approved', settles: { ...settles, ...change } }).expect(409)
    await decide(`files/${left.id}`, { status: 'rejected' })
    await send({ status: 'approved', settles }).expect(409)
    expect(await statuses(owner.id)).not.toContain('approved')
    await send({ status: 'pending', settles }).expect(400)
  })
})
