import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { decisionBasis } from '@shared/review'
import { logInAdmin } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser, readReport } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { creditScores } from '../../db/schema/scores'
import { users } from '../../db/schema/users'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const rosa = { firstName: 'Rosa', lastName: 'Delgado' }

const readBasis = async (kind: string, id: number) => {
  const { body } = await admin.get(`/api/admin/decision-basis/${kind}/${id}`).expect(200)
  return decisionBasis.strict().parse(body)
}
const kindsOf = async (kind: string, id: number) =>
  (await readBasis(kind, id)).concerns.map((concern) => concern.kind)
const decide = (id: number, body: object, path = 'users') =>
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
async function buildReported({ score = 742, name = 'Rosa Delgado' } = {}) {
  const owner = await buildUser(app, rosa)
  const file = await buildFile(app, { owner })
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
        const refused = await decide(id, { ...body, accepts }, path).expect(409)
        expect(refused.body.code).toBe('not-asked')
      }
      expect(new Set(await statuses(owner.id))).toEqual(new Set(['pending']))
      await decide(id, { ...body, accepts: all }, path).expect(200)
    },
  )
})

describe.each(['approved', 'rejected'])('a person who is %s', (status) => {
  it('is so with all that this rests on, the score that was seen too, and undone as a whole', async () => {
    const { owner, file } = await buildReported({ score: 701 })
    await buildCredential(app, { owner })
    await open(file)
    const { settles, concerns } = await readBasis('user', owner.id)
    const accepts = concerns.map(({ kind }) => kind)
    const body = { status, settles, accepts, basedOn: 'pending' }
    const { decisionId } = (await decide(owner.id, body).expect(200)).body
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
    await decide(owner.id, { status }).expect(200)
    expect(await statuses(owner.id)).toEqual([status, 'pending'])
    expect(await scoreOf(owner.id)).toBeUndefined()
  })

  it('never with something else than was seen: a new login, a score that is another', async () => {
    const { owner, file } = await buildReported()
    await open(file)
    const { settles } = await readBasis('user', owner.id)
    const accepts = ['unopened-login']
    const other = { ...settles, score: { fileId: file.id, score: 800 } }
    await decide(owner.id, { status, settles: other, accepts }).expect(409)
    await buildCredential(app, { owner })
    await decide(owner.id, { status, settles, accepts }).expect(409)
    expect(await statuses(owner.id)).toEqual(['pending', 'pending', 'pending'])
  })
})

it('a document that was rejected on its own gives no score: not to the panel, not to a decision', async () => {
  const { owner, file } = await buildReported({ score: 610 })
  await open(file)
  const panel = async () =>
    (await admin.get(`/api/admin/users/${owner.id}/score`).expect(200)).body.proposal
  expect(await panel()).toMatchObject({ score: 610 })
  await decide(file.id, { status: 'rejected' }, 'files').expect(200)
  expect(await panel()).toBeNull()
  const { settles, concerns } = await readBasis('user', owner.id)
  expect([settles?.score, concerns]).toEqual([null, []])
  await decide(owner.id, { status: 'approved', settles, accepts: [] }).expect(200)
  expect(await scoreOf(owner.id)).toBeUndefined()
})

it('what was decided along with someone follows their next decision; what was decided alone does not', async () => {
  const { owner, file } = await buildReported()
  const login = await buildCredential(app, { owner })
  await open(file)
  await decide(login.id, { status: 'rejected' }, 'credentials').expect(200)
  for (const status of ['rejected', 'approved', 'rejected']) {
    const { settles } = await readBasis('user', owner.id)
    await decide(owner.id, { status, settles, accepts: [] }).expect(200)
    expect(await statuses(owner.id)).toEqual([status, status, 'rejected'])
  }
})

it('undo leaves a score that the administrator has corrected since', async () => {
  const { owner, file } = await buildReported()
  await open(file)
  const { settles } = await readBasis('user', owner.id)
  const taken = await decide(owner.id, { status: 'approved', settles, accepts: [] }).expect(200)
  await admin.post(`/api/admin/users/${owner.id}/score`).send({ score: 650 }).expect(200)
  await admin.post(`/api/admin/decisions/${taken.body.decisionId}/undo`).expect(200)
  expect(await scoreOf(owner.id)).toBe(650)
})
