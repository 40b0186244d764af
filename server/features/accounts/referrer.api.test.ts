import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { termsVersion } from '@shared/accounts'
import { ascending, onlyAdmin, pleaseLogIn } from '@tests/support/portal/answers'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration, unknownKey } from '@tests/support/samples/forms'
import { buildReferrer, findReferred, openLink } from '@tests/support/portal/referral-links'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { readUser } from '@tests/support/portal/stored-user'
import { eventsOf } from '@tests/support/portal/audit-events'
import { users } from '../../db/schema/users'
import { referralLinks } from '../../db/schema/referral-links'

const app = await startSharedApp()
const admin = await logInAdmin(app)

const buildPerson = (overrides: object = {}) => {
  const { uploadKey: _none, ...person } = buildRegistration({ uploadKey: '', ...overrides })
  return person
}
const becomeReferrer = async (overrides: object = {}) => {
  const person = buildPerson(overrides)
  const agent = visit(app)
  const { body } = await agent.post('/api/referrers').send(person).expect(201)
  return { ...person, agent, id: Number(body.id), body }
}
describe('getting a link', () => {
  it('makes a referrer’s account that is logged in and has a link', async () => {
    const { agent, id, email, body } = await becomeReferrer()
    const user = await readUser(app, email)
    expect(body).toEqual({
      id,
      firstName: 'Ada',
      lastName: 'Applicant',
      email,
      phoneNumber: '(303) 555-0199',
      status: 'pending',
      statusReason: null,
      statusAt: null,
      isAdmin: 0,
      isReferrer: true,
      createdAt: user?.createdAt.toISOString(),
    })
    expect(user).toMatchObject({ kind: 'referrer', termsVersion, termsAcceptedFrom: '127.0.0.1' })
    await agent.get('/api/user').expect(200, body)
    expect(await app.db.$count(referralLinks, eq(referralLinks.userId, id))).toBe(1)
    expect(await eventsOf(app, `user:${id}`)).toMatchObject([
      { action: 'account.registered', actorId: id, details: { kind: 'referrer' } },
    ])
  })

  it('is bound to the person who referred the referrer', async () => {
    const { id: referrerId, code } = await buildReferrer(app)
    const agent = visit(app)
    await openLink(agent, code)
    const { body } = await agent.post('/api/referrers').send(buildPerson()).expect(201)
    expect(await findReferred(app, body.id)).toMatchObject({ referrerId, source: 'link' })
  })

  it('says of a taken email what registration says, and only once a password was hashed', async () => {
    const { email } = await buildUser(app)
    const message = 'An account with this email already exists. Please log in.'
    const refusal = { message, code: 'conflict', errors: { email: message } }
    await visit(app).post('/api/referrers').send(buildPerson({ email })).expect(409, refusal)
  })
})

describe('a referrer', () => {
  it('has no documents before applying', async () => {
    const { agent } = await becomeReferrer()
    const { uploadKey } = await buildFile(app)
    const { body } = await agent.post(`/api/link-file/${uploadKey}`).expect(409)
    expect(body.message).toBe('Please apply as a Credit Partner first.')
    await agent.get('/api/files').expect(200, [])
  })

  it('is not listed with the partners, only in the list of referrers', async () => {
    const { id, email } = await becomeReferrer({ lastName: 'Referring' })
    const list = async (query: string) => {
      const { body, headers } = await admin.get(`/api/admin/users?${query}`).expect(200)
      return { ids: body.map((user: { id: number }) => user.id), total: headers['x-total-count'] }
    }
    expect((await list('')).ids).not.toContain(id)
    expect(await list('search=referring')).toEqual({ ids: [], total: '0' })
    const found = await list('search=referring&kind=referrer')
    expect(found).toEqual({ ids: [id], total: '1' })
    for (const sort of ['newest', 'oldest', 'name', 'score'])
      expect((await list(`kind=referrer&sort=${sort}`)).ids).toContain(id)
    const { body } = await admin.get('/api/admin/users?kind=referrer&search=referring')
    expect(body).toMatchObject([{ id, isReferrer: true, status: 'pending' }])
    await admin.get('/api/admin/users?kind=nobody').expect(400)
    const [all, referrers] = [
      await admin.get('/api/admin/exports/users').expect(200),
      await admin.get('/api/admin/exports/users?kind=referrer').expect(200),
    ]
    expect(all.text).not.toContain(email)
    expect(referrers.text).toContain(email)
  })

  it('counts nowhere in the overview', async () => {
    const overview = async () => (await admin.get('/api/admin/overview').expect(200)).body
    const before = await overview()
    const { id } = await becomeReferrer()
    await admin.patch(`/api/admin/users/${id}/status`).send({ status: 'rejected' }).expect(200)
    const after = await overview()
    expect([after.pending.count, after.days]).toEqual([before.pending.count, before.days])
  })

  it('can be rejected, and not approved', async () => {
    const { id } = await becomeReferrer()
    const path = `/api/admin/users/${id}/status`
    const { body } = await admin.patch(path).send({ status: 'approved' }).expect(409)
    expect(body.message).toBe('A referrer has not applied, so there is nothing to approve.')
    await admin.patch(path).send({ status: 'rejected', reason: 'Spam' }).expect(200)
  })
})

const apply = (agent: ReturnType<typeof visit>, uploadKey: unknown) =>
  agent.post('/api/apply').send({ uploadKey })

describe('applying as a referrer', () => {
  it('makes a partner, whose application came in now', async () => {
    const { agent, id, email } = await becomeReferrer()
    await app.pool.query("update users set created_at = now() - interval '50 days' where id = $1", [
      id,
    ])
    const file = await buildFile(app)
    const { body } = await apply(agent, file.uploadKey).expect(200)
    expect(body).not.toHaveProperty('isReferrer')
    expect(Date.now() - new Date(body.createdAt).getTime()).toBeLessThan(60_000)
    expect(await readUser(app, email)).toMatchObject({ kind: 'partner', status: 'pending' })
    const { body: own } = await agent.get('/api/files').expect(200)
    expect(own).toMatchObject([{ id: file.id, userId: id }])
    expect((await eventsOf(app, `user:${id}`)).at(-1)).toMatchObject({
      action: 'account.applied',
      actorId: id,
      details: { claimed: `file:${file.id}` },
    })
    const { body: listed } = await admin.get(`/api/admin/users?search=${encodeURIComponent(email)}`)
    expect(listed).toMatchObject([{ id }])
  })

  it('works with a shared login', async () => {
    const { agent, id } = await becomeReferrer()
    const credential = await buildCredential(app)
    await apply(agent, credential.uploadKey).expect(200)
    expect((await eventsOf(app, `user:${id}`)).at(-1)?.details).toEqual({
      claimed: `credential:${credential.id}`,
    })
  })

  it('is refused without a proof, and changes nothing then', async () => {
    const { agent, email } = await becomeReferrer()
    const used = await buildFile(app, { owner: await buildUser(app) })
    await apply(agent, unknownKey()).expect(400)
    await apply(agent, used.uploadKey).expect(409)
    await apply(agent, 7).expect(400)
    expect(await readUser(app, email)).toMatchObject({ kind: 'referrer' })
  })

  it('is for referrers who are in good standing', async () => {
    const { uploadKey } = await buildFile(app)
    await apply(visit(app), uploadKey).expect(401, pleaseLogIn)
    await apply(admin, uploadKey).expect(403)
    const partner = await logIn(app, await buildUser(app))
    await apply(partner, uploadKey).expect(409)
    const { agent, id } = await becomeReferrer()
    await app.db.update(users).set({ status: 'rejected' }).where(eq(users.id, id))
    await apply(agent, uploadKey).expect(409)
    await agent.get('/api/admin/users').expect(403, onlyAdmin)
  })

  it('twice at the same time makes one application', async () => {
    const { agent } = await becomeReferrer()
    const keys = [await buildFile(app), await buildFile(app)].map(({ uploadKey }) => uploadKey)
    const answers = await Promise.all(keys.map((key) => apply(agent, key)))
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
    expect((await agent.get('/api/files')).body).toHaveLength(1)
  })
})
