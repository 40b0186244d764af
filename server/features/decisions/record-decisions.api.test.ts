import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin, buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { decisions } from '../../db/schema/decisions'
import { deleteUser } from '../users/delete-user'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)

const decide = (path: string, body: object) => admin.patch(`/api/admin/${path}/status`).send(body)
const decisionsOf = (userId: number) =>
  app.db.select().from(decisions).where(eq(decisions.userId, userId)).orderBy(desc(decisions.id))

describe('every decision leaves a row', () => {
  it('about the person, the document or the login, with what it replaced', async () => {
    const owner = await buildUser(app)
    const file = await buildFile(app, { owner })
    const login = await buildCredential(app, { owner })
    const sent = [
      await decide(`users/${owner.id}`, { status: 'approved' }).expect(200),
      await decide(`users/${owner.id}`, { status: 'rejected', reason: 'No answer' }).expect(200),
      await decide(`users/${owner.id}`, { status: 'pending' }).expect(200),
      await decide(`files/${file.id}`, { status: 'rejected', reason: 'Blurred' }).expect(200),
      await decide(`credentials/${login.id}`, { status: 'approved' }).expect(200),
    ]
    const rows = (await decisionsOf(owner.id)).toReversed()
    expect(rows.map(({ id }) => id)).toEqual(sent.map(({ body }) => body.decisionId))
    expect(rows.map(({ requestId }) => requestId)).toEqual(
      sent.map(({ headers }) => headers['x-request-id']),
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
    expect(rows.every(({ decidedBy, undoneAt }) => decidedBy === account.id && !undoneAt)).toBe(
      true,
    )
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
    const owner = await buildUser(app)
    const file = await buildFile(app, { owner })
    const login = await buildCredential(app, { owner })
    const by = { ...account, ip: null }
    const [deletion, ...answers] = await Promise.allSettled([
      deleteUser({ ...app, userId: owner.id, by }),
      decide(`files/${file.id}`, { status: 'approved' }),
      decide(`credentials/${login.id}`, { status: 'approved' }),
    ])
    expect(deletion.status).toBe('fulfilled')
    for (const answer of answers) {
      expect(answer.status === 'fulfilled' && [200, 404].includes(answer.value.status)).toBe(true)
    }
  }
})
