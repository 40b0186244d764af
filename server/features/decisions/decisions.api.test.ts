import { desc, eq, and, isNotNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { defaultReasons, rejectionReasons, undoneDecision } from '@shared/decisions'
import { decisionBasis } from '@shared/review'
import { logIn } from '@tests/support/portal/agents'
import { ascending, notFound } from '@tests/support/portal/answers'
import { eventsOf } from '@tests/support/portal/audit-events'
import { ctxIn, ctxOf } from '@tests/support/portal/ctx'
import {
  buildAdmin,
  buildCredential,
  buildFile,
  buildUser,
  readReport,
} from '@tests/support/portal/factories'
import { countDeadlocks, meetAtLock } from '@tests/support/portal/meet-at-lock'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { createJobCtx } from '@tests/support/portal/with-jobs'
import { samples } from '@tests/support/samples/samples'
import type { Transaction } from '../../db/client'
import { decisions } from '../../db/schema/decisions'
import { files, fileVersions } from '../../db/schema/files'
import { creditScores, verdictsDue } from '../../db/schema/scores'
import { users } from '../../db/schema/users'
import { deleteUser } from '../users/erase-account'
import { decide as takeDecision } from './decide'
import { keepVerdicts } from './keep-verdicts'

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
    await admin.delete(`${path}/mail`).expect(404)
    await admin.patch(`${path}/mail`).send({ reasons: [] }).expect(404)
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

const rosa = { firstName: 'Rosa', lastName: 'Delgado' }

const readBasis = async (kind: string, id: number) => {
  const { body } = await admin.get(`/api/admin/decision-basis/${kind}/${id}`).expect(200)
  return decisionBasis.strict().parse(body)
}

const kindsOf = async (kind: string, id: number) =>
  (await readBasis(kind, id)).concerns.map((concern) => concern.kind)

const decideAbout = (id: number, body: object, path = 'users') =>
  admin.patch(`/api/admin/${path}/${id}/status`).send(body)

const open = (file: { id: number; sha256: string }) =>
  admin.post(`/api/admin/files/${file.id}/opened`).send({ basedOnVersion: file.sha256 }).expect(200)

const statuses = async (userId: number) => {
  const { rows } = await app.pool.query(
    `select status from users where id = $1
   union all select status from files where user_id = $1
   union all select status from monitoring_credentials where user_id = $1`,
    [userId],
  )
  return rows.map(({ status }) => status)
}

const scoreOf = async (userId: number) => {
  const [row] = await app.db.select().from(creditScores).where(eq(creditScores.userId, userId))
  return row?.score
}

/** Someone whose report says this score and name. */
async function buildReported({
  score = 742,
  name = 'Rosa Delgado',
  sample = samples.pdf({ text: crypto.randomUUID() }),
} = {}) {
  const owner = await buildUser(app, rosa)
  const file = await buildFile(app, { owner, sample })
  await readReport(app, file, { score, nameOnReport: name })
  return { owner, file }
}

describe('what speaks against an approval', () => {
  it('is what no one opened, until it is, and again after another content', async () => {
    const { owner, file } = await buildReported()
    const login = await buildCredential(app, { owner })
    expect(await readBasis('user', owner.id)).toEqual({
      settles: {
        files: [{ id: file.id, version: file.sha256 }],
        credentials: [{ id: login.id, version: login.createdAt.toISOString() }],
        score: null,
      },
      finding: {
        score: 742,
        model: 'FICO Score 8',
        reportDate: '2026-11-12',
        isNameRead: true,
        proof: 'report',
        canCall: false,
      },
      concerns: [
        { kind: 'unopened-document', about: file.fileName, count: 1 },
        { kind: 'unopened-login', about: login.serviceName, count: 1 },
      ],
    })
    expect(await kindsOf('file', file.id)).toEqual(['unopened-document'])
    expect(await kindsOf('credential', login.id)).toEqual(['unopened-login'])
    await open(file)
    await admin.post(`/api/admin/credentials/${login.id}/reveal`).expect(200)
    const basis = await readBasis('user', owner.id)
    expect(basis.concerns).toEqual([])
    expect(basis.settles?.score).toEqual({ fileId: file.id, score: 742 })
    expect(await kindsOf('file', file.id)).toEqual([])
    expect(await kindsOf('credential', login.id)).toEqual([])
    await app.pool.query('update monitoring_credentials set corrected_at = now() where id = $1', [
      login.id,
    ])
    expect(await kindsOf('user', owner.id)).toEqual(['unopened-login'])
  })

  it('is a low score, a report for someone else, and a document that several people sent', async () => {
    const low = await buildReported({ score: 625 })
    expect((await readBasis('user', low.owner.id)).concerns[0]).toEqual({
      kind: 'low-score',
      about: '625',
      count: 1,
    })
    const differs = await buildReported({ name: 'Someone Else' })
    expect((await readBasis('file', differs.file.id)).concerns[0]).toMatchObject({
      kind: 'name-differs',
      about: expect.stringMatching(/someone else/i),
    })
    const bytes = samples.pdf({ text: 'Sold on the internet' })
    const sharing = await Promise.all(
      [1, 2, 3].map(async () => {
        const owner = await buildUser(app)
        return { owner, file: await buildFile(app, { owner, sample: bytes }) }
      }),
    )
    for (const { owner, file } of sharing) {
      const found = { kind: 'shared-document', about: file.fileName, count: 2 }
      expect((await readBasis('user', owner.id)).concerns).toContainEqual(found)
      expect((await readBasis('file', file.id)).concerns).toContainEqual(found)
    }
  })

  it('is another account with the same phone, until someone says that they are two people', async () => {
    const one = await buildUser(app, rosa)
    const other = await buildUser(app, { phoneNumber: one.phoneNumber, lastName: 'Rui' })
    const found = { kind: 'same-person', about: `${other.firstName} Rui`, count: 1 }
    expect((await readBasis('user', one.id)).concerns).toEqual([found])
    const dismissal = { otherId: other.id, reason: 'Sisters' }
    await admin.post(`/api/admin/users/${one.id}/duplicates/dismiss`).send(dismissal).expect(200)
    expect(await kindsOf('user', one.id)).toEqual([])
  })

  it.each(['users', 'files', 'credentials'])(
    'refuses a decision of the pages about %s that no one was asked about',
    async (path) => {
      const { owner, file } = await buildReported({ score: 610, name: 'Someone Else' })
      const login = await buildCredential(app, { owner })
      const kind = { users: 'user', files: 'file', credentials: 'credential' }[path] ?? ''
      const id = { users: owner.id, files: file.id, credentials: login.id }[path] ?? 0
      const { settles, concerns } = await readBasis(kind, id)
      const body = { status: 'approved', ...(settles && { settles }) }
      const all = concerns.map((concern) => concern.kind)
      expect(all.length).toBeGreaterThan(0)
      for (const left of all) {
        const accepts = all.filter((one) => one !== left)
        const refused = await decideAbout(id, { ...body, accepts }, path).expect(409)
        expect(refused.body.code).toBe('not-asked')
      }
      expect(new Set(await statuses(owner.id))).toEqual(new Set(['pending']))
      await decideAbout(id, { ...body, accepts: all }, path).expect(200)
    },
  )
})

const listOf = async (verdict: string) => {
  await keepVerdicts(createJobCtx(app))
  const { body } = await admin.get('/api/admin/users').query({ verdict, sort: 'score', limit: 100 })
  return body.map(({ id }: { id: number }) => id)
}

describe('the list of those who are clean, and of those who need a look', () => {
  it('rewrites no one whose verdict stays the same', async () => {
    const { id } = await buildUser(app)
    const readVersion = async () =>
      (await app.pool.query('select xmin from users where id = $1', [id])).rows
    await keepVerdicts(createJobCtx(app))
    const before = await readVersion()
    await app.pool.query('insert into verdicts_due (user_id) values ($1)', [id])
    await keepVerdicts(createJobCtx(app))
    expect(await readVersion()).toEqual(before)
  })

  it('follows what is sent, read, corrected, shared, and dismissed', async () => {
    const sample = samples.pdf({ text: 'Sent twice' })
    const best = await buildReported({ score: 801, sample })
    const low = await buildReported({ score: 625 })
    const differs = await buildReported({ name: 'Someone Else' })
    const photo = await buildUser(app)
    const ours = [best, low, differs].map(({ owner }) => owner.id)
    const narrowed = async (verdict: string) =>
      (await listOf(verdict)).filter((id: number) => [...ours, photo.id].includes(id))
    expect(await narrowed('clean')).toEqual([best.owner.id])
    expect(await narrowed('look')).toEqual([differs.owner.id, low.owner.id, photo.id])
    const score = (value: number) =>
      admin.post(`/api/admin/users/${low.owner.id}/score`).send({ score: value }).expect(200)
    await score(805)
    expect(await narrowed('clean')).toEqual([low.owner.id, best.owner.id])
    await app.db
      .update(users)
      .set({ firstName: 'Someone', lastName: 'Else' })
      .where(eq(users.id, differs.owner.id))
    expect(await narrowed('clean')).toContain(differs.owner.id)
    const twin = await buildUser(app, { phoneNumber: best.owner.phoneNumber })
    expect(await narrowed('look')).toContain(best.owner.id)
    await app.db.delete(users).where(eq(users.id, twin.id))
    expect(await narrowed('clean')).toContain(best.owner.id)
    const copy = await buildFile(app, { owner: photo, sample })
    expect(await narrowed('look')).toContain(best.owner.id)
    await app.db.delete(files).where(eq(files.id, copy.id))
    expect(await narrowed('clean')).toContain(best.owner.id)
    expect(await app.db.select().from(verdictsDue)).toEqual([])
  })
})

describe.each(['approved', 'rejected'])('a person who is %s', (status) => {
  it('is so with all that this rests on, the score that was seen too, and undone as a whole', async () => {
    const { owner, file } = await buildReported({ score: 701 })
    await buildCredential(app, { owner })
    await open(file)
    const { settles, concerns } = await readBasis('user', owner.id)
    const accepts = concerns.map(({ kind }) => kind)
    const body = { status, settles, accepts, basedOn: 'pending' }
    const { decisionId } = (await decideAbout(owner.id, body).expect(200)).body
    expect(await statuses(owner.id)).toEqual([status, status, status])
    expect(await scoreOf(owner.id)).toBe(701)
    await admin.post(`/api/admin/decisions/${decisionId}/undo`).expect(200)
    expect(await statuses(owner.id)).toEqual(['pending', 'pending', 'pending'])
    expect(await scoreOf(owner.id)).toBeUndefined()
    const [person] = await app.db.select().from(users).where(eq(users.id, owner.id))
    expect(person?.creditScore).toBeNull()
  })

  it('alone, by a bare call, which changes what it names', async () => {
    const { owner, file } = await buildReported()
    await open(file)
    await decideAbout(owner.id, { status }).expect(200)
    expect(await statuses(owner.id)).toEqual([status, 'pending'])
    expect(await scoreOf(owner.id)).toBeUndefined()
  })

  it('never with something else than was seen: a new login, a score that is another', async () => {
    const { owner, file } = await buildReported()
    await open(file)
    const { settles } = await readBasis('user', owner.id)
    const accepts = ['unopened-login']
    const other = { ...settles, score: { fileId: file.id, score: 800 } }
    await decideAbout(owner.id, { status, settles: other, accepts }).expect(409)
    await buildCredential(app, { owner })
    await decideAbout(owner.id, { status, settles, accepts }).expect(409)
    expect(await statuses(owner.id)).toEqual(['pending', 'pending', 'pending'])
  })
})

it('a document that was rejected on its own gives no score: not to the panel, not to a decision', async () => {
  const { owner, file } = await buildReported({ score: 610 })
  await open(file)
  const panel = async () =>
    (await admin.get(`/api/admin/users/${owner.id}/score`).expect(200)).body.proposal
  expect(await panel()).toMatchObject({ score: 610 })
  await decideAbout(file.id, { status: 'rejected' }, 'files').expect(200)
  expect(await panel()).toBeNull()
  const { settles, concerns } = await readBasis('user', owner.id)
  expect([settles?.score, concerns]).toEqual([null, []])
  await decideAbout(owner.id, { status: 'approved', settles, accepts: [] }).expect(200)
  expect(await scoreOf(owner.id)).toBeUndefined()
})

it('what was decided along with someone follows their next decision; what was decided alone does not', async () => {
  const { owner, file } = await buildReported()
  const login = await buildCredential(app, { owner })
  await open(file)
  await decideAbout(login.id, { status: 'rejected' }, 'credentials').expect(200)
  for (const status of ['rejected', 'approved', 'rejected']) {
    const { settles } = await readBasis('user', owner.id)
    await decideAbout(owner.id, { status, settles, accepts: [] }).expect(200)
    expect(await statuses(owner.id)).toEqual([status, status, 'rejected'])
  }
})

it('undo leaves a score that the administrator has corrected since', async () => {
  const { owner, file } = await buildReported()
  await open(file)
  const { settles } = await readBasis('user', owner.id)
  const taken = await decideAbout(owner.id, { status: 'approved', settles, accepts: [] }).expect(
    200,
  )
  await admin.post(`/api/admin/users/${owner.id}/score`).send({ score: 650 }).expect(200)
  await admin.post(`/api/admin/decisions/${taken.body.decisionId}/undo`).expect(200)
  expect(await scoreOf(owner.id)).toBe(650)
})

async function decideForId(path: string, body: object): Promise<number> {
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
      taken.push(await decideForId(`users/${id}`, body))
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
    const first = await decideForId(`users/${id}`, { status: 'approved' })
    await undo(first).expect(200)
    const undone = { message: 'This decision was already undone.', code: 'conflict' }
    await undo(first).expect(409, undone)
    const second = await decideForId(`users/${id}`, { status: 'approved' })
    const lock = { statement: 'select 1 from users where id = $1 for update', id }
    const answers = await meetAtLock(app, lock, () => Promise.all([undo(second), undo(second)]))
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
    expect((await read(id))?.status).toBe('pending')
  })

  it('is refused once someone else has decided, also when the status is the same again', async () => {
    const { id } = await buildUser(app)
    const mine = await decideForId(`users/${id}`, { status: 'approved' })
    await decideForId(`users/${id}`, { status: 'rejected' })
    await undo(mine).expect(409, changedSince)
    await decideForId(`users/${id}`, { status: 'approved' })
    await undo(mine).expect(409, changedSince)
    expect((await read(id))?.status).toBe('approved')
  })

  it('is refused for a document that was sent again, and for one that is gone', async () => {
    const owner = await buildUser(app)
    const file = await buildFile(app, { owner })
    const rejected = await decideForId(`files/${file.id}`, {
      status: 'rejected',
      reason: 'Blurred',
    })
    const { bytes, name } = samples.pdf({ text: 'Sharper' })
    const agent = await logIn(app, owner)
    await agent.post(`/api/reupload/${file.id}`).attach('file', bytes, name).expect(200)
    await undo(rejected).expect(409, changedSince)
    const approved = await decideForId(`files/${file.id}`, { status: 'approved' })
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
    const first = await decideForId(`files/${file.id}`, { status: 'approved' })
    expect(await marked()).toBe(true)
    await undo(first).expect(200)
    expect(await marked()).toBe(false)
    await decideForId(`files/${file.id}`, { status: 'approved' })
    await undo(await decideForId(`files/${file.id}`, { status: 'approved' })).expect(200)
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

const statusesNow = async (ownerId: number) => {
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
    const taken = await decideForId(`users/${owner.id}`, { status: 'approved', settles })
    expect(await statusesNow(owner.id)).toEqual(Array(4).fill('approved'))
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
    expect(await statusesNow(owner.id)).toEqual(Array(4).fill('pending'))
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
    const taken = await decideForId(`users/${owner.id}`, { status: 'approved', settles })
    await decideForId(`files/${right.id}`, { status: 'rejected' })
    await undo(taken).expect(409, changedSince)
    const left = await statusesNow(owner.id)
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
    await decideForId(`files/${left.id}`, { status: 'rejected' })
    await send({ status: 'approved', settles }).expect(409)
    expect(await statusesNow(owner.id)).not.toContain('approved')
    await send({ status: 'pending', settles }).expect(400)
  })
})
