import { Client } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { pages } from '@shared/pages'
import { invalid } from '@tests/support/portal/answers'
import { logIn, logInAdmin, visit, type Agent } from '@tests/support/portal/agents'
import { buildFile, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { mailedToken, mailsTo } from '@tests/support/portal/queued-mails'
import { readZip } from '@tests/support/portal/read-zip'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { removeOldEmailChanges } from './drop-email-change'
import { sendEmailChangeLink } from './send-email-change-link'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const admin = await logInAdmin(app)
const dead = {
  message: 'This link has expired or was already used.',
  code: 'bad_request',
  errors: { token: 'dead' },
}

let serial = 0
const freshEmail = () => `moved-${(serial += 1)}@partner.example`

const ask = (agent: Agent, user: BuiltUser, newEmail: string, more: object = {}) =>
  agent.post('/api/email-change').send({ newEmail, currentPassword: user.password, ...more })
const confirm = (token: string, agent = visit(app)) =>
  agent.post('/api/email-change/confirm').send({ token })
const stop = (token: string) => visit(app).post('/api/email-change/stop').send({ token })

/** A query is handed over as its text, or as an object that holds it. */
const textOf = (query: unknown): unknown =>
  typeof query === 'object' && query && 'text' in query ? query.text : query

/** Someone who asked for another email, with both links. */
async function buildMover() {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  const newEmail = freshEmail()
  await ask(agent, user, newEmail).expect(200)
  await sendEmailChangeLink({ db: app.db, mail: app, userId: user.id })
  const confirmToken = await mailedToken(app, newEmail, pages.confirmEmail)
  const stopToken = await mailedToken(app, user.email, pages.stopEmailChange)
  return { user, agent, newEmail, confirmToken, stopToken }
}

const logInAs = (email: string, { password }: BuiltUser) =>
  visit(app).post('/api/login').send({ email, password })

const changeOf = async ({ id }: BuiltUser) =>
  (await app.pool.query('select * from email_changes where user_id = $1', [id])).rows

const trailOf = async ({ id }: BuiltUser) =>
  (
    await app.pool.query(
      "select action, actor_id, details from audit_events where object = $1 and action like 'account.email%' order by id",
      [`user:${id}`],
    )
  ).rows

describe('asking for another email', () => {
  it('takes the password, writes to both addresses, and changes nothing yet', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const newEmail = freshEmail()
    const wrong = invalid('currentPassword', 'That isn’t your current password.')
    await ask(agent, user, newEmail, { currentPassword: 'not this one' }).expect(400, wrong)
    expect((await agent.get('/api/email-change').expect(200)).body).toEqual({ waiting: null })

    const { body } = await ask(agent, user, newEmail).expect(200)
    expect(body.waiting).toMatchObject({ newEmail, way: 'link' })
    const hours = (Date.parse(body.waiting.expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    expect((await agent.get('/api/email-change').expect(200)).body).toEqual(body)
    await agent.post('/api/account/data').send({ currentPassword: user.password }).expect(200)
    const copy = await readZip((await agent.get('/api/account/data').responseType('blob')).body)
    expect(JSON.parse(String(copy.get('data.json'))).emailChange).toMatchObject([{ newEmail }])
    await sendEmailChangeLink({ db: app.db, mail: app, userId: user.id })
    const subjects = async (to: string) => (await mailsTo(app, to)).map(({ subject }) => subject)
    expect(await subjects(user.email)).toEqual(['Your email is about to change'])
    expect(await subjects(newEmail)).toEqual(['Confirm your new email'])
    expect((await agent.get('/api/user').expect(200)).body.email).toBe(user.email)
    await logInAs(newEmail, user).expect(401)
  })

  it('takes a code as well where two-step login is on', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const { codes } = await turnOnSecondFactor(agent, user.password)
    const needed = invalid('code', 'Enter the code from your authenticator app.')
    await ask(agent, user, freshEmail()).expect(400, needed)
    await ask(agent, user, freshEmail(), { code: codes[0] }).expect(200)
  })

  it('answers the same for an address that someone has, whose owner gets word', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)]
    const agent = await logIn(app, user)
    const queries = vi.spyOn(Client.prototype, 'query')
    const workFor = async (newEmail: string) => {
      queries.mockClear()
      const { body } = await ask(agent, user, newEmail).expect(200)
      const work = queries.mock.calls.map(([query]) => textOf(query))
      return { keys: Object.keys(body.waiting), way: body.waiting.way, work }
    }
    await workFor(freshEmail())
    const free = await workFor(freshEmail())
    const taken = await workFor(other.email.toUpperCase())
    queries.mockRestore()
    expect(taken).toEqual(free)

    await sendEmailChangeLink({ db: app.db, mail: app, userId: user.id })
    const [word] = await mailsTo(app, other.email)
    expect(word?.subject).toBe('Someone asked to use your email')
    expect(word?.text).not.toContain(user.lastName)
    expect(word?.text).not.toContain('token=')
    expect(await mailsTo(app, other.email.toUpperCase())).toEqual([])
    const { body } = await agent.get('/api/email-change').expect(200)
    expect(body.waiting.newEmail).toBe(other.email.toUpperCase())
  })

  it('is refused for one’s own address, an address that is none, and the administrator', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const own = invalid('newEmail', 'That’s already your email.')
    await ask(agent, user, user.email.toUpperCase()).expect(400, own)
    const invalidEmail = await ask(agent, user, 'nobody').expect(400)
    expect(invalidEmail.body.errors).toHaveProperty('newEmail')
    await admin
      .post('/api/email-change')
      .send({ newEmail: freshEmail(), currentPassword: 'correct horse battery' })
      .expect(403)
  })

  it('can be taken back by whoever asked', async () => {
    const { user, agent, confirmToken } = await buildMover()
    await agent.delete('/api/email-change').expect(200)
    await agent.delete('/api/email-change').expect(404)
    await confirm(confirmToken).expect(400, dead)
    expect(await changeOf(user)).toEqual([])
  })
})

describe('the link to the new address', () => {
  it('changes the email once; other sessions end, and logins, lists and mails follow', async () => {
    const { user, agent, newEmail, confirmToken } = await buildMover()
    const file = await buildFile(app, { owner: user })
    const phone = await logIn(app, user)
    const reset = await buildResetLink(app, user)
    await admin.patch(`/api/admin/users/${user.id}/status`).send({ status: 'approved' }).expect(200)

    await confirm(confirmToken, agent).expect(200)
    expect((await agent.get('/api/user').expect(200)).body.email).toBe(newEmail)
    await phone.get('/api/user').expect(401)
    await logInAs(user.email, user).expect(401)
    await logInAs(newEmail, user).expect(200)
    await confirm(confirmToken).expect(400, dead)
    await visit(app)
      .post('/api/password-reset/confirm')
      .send({ token: reset, password: 'chosen by someone else' })
      .expect(400)
    const found = async (list: string) =>
      (await admin.get(`/api/admin/${list}?search=${newEmail}`).expect(200)).body
    expect(await found('users')).toMatchObject([{ id: user.id, email: newEmail }])
    expect(await found('files')).toMatchObject([{ id: file.id }])
    expect((await mailsTo(app, newEmail)).map(({ kind }) => kind)).toContain('approved')
    const old = await mailsTo(app, user.email)
    expect(old.map(({ subject }) => subject)).toEqual([
      'Your email is about to change',
      'Your email was changed',
    ])
    const details = { confirmedBy: 'link' }
    expect(await trailOf(user)).toEqual([
      { action: 'account.email-change-asked', actor_id: user.id, details },
      { action: 'account.email-changed', actor_id: user.id, details },
    ])
  })

  it('is good for a day, and the newest only', async () => {
    const { user, agent, confirmToken } = await buildMover()
    const second = freshEmail()
    await ask(agent, user, second).expect(200)
    await confirm(confirmToken).expect(400, dead)
    await sendEmailChangeLink({ db: app.db, mail: app, userId: user.id })
    const token = await mailedToken(app, second, pages.confirmEmail)
    await app.pool.query(
      "update email_changes set expires_at = now() - interval '1 second' where user_id = $1",
      [user.id],
    )
    await confirm(token).expect(400, dead)
    await removeOldEmailChanges(app.db)
    expect(await changeOf(user)).toEqual([])
  })

  it('leaves neither its token nor an address in the database, the trail or the log', async () => {
    const { user, newEmail, confirmToken, stopToken } = await buildMover()
    await confirm(confirmToken).expect(200)
    await confirm('a'.repeat(43)).expect(400, dead)
    const kept = JSON.stringify([await changeOf(user), await trailOf(user)]) + app.logs()
    for (const token of [confirmToken, stopToken]) expect(kept).not.toContain(token)
    expect(JSON.stringify(await trailOf(user))).not.toContain('@')
    expect(app.logs()).not.toContain(newEmail)
  })
})

describe('the link to the address before', () => {
  it('stops a change, and ends every session', async () => {
    const { user, agent, confirmToken, stopToken } = await buildMover()
    await stop(stopToken).expect(200)
    await stop(stopToken).expect(400, dead)
    await confirm(confirmToken).expect(400, dead)
    await agent.get('/api/user').expect(401)
    await logInAs(user.email, user).expect(200)
    expect((await trailOf(user)).at(-1)).toMatchObject({
      action: 'account.email-change-stopped',
      details: { wasMade: false },
    })
  })

  it('takes it back for a day after it was made, whatever is done to the account meanwhile', async () => {
    const { user, agent, newEmail, confirmToken, stopToken } = await buildMover()
    await confirm(confirmToken, agent).expect(200)
    const tooSoon =
      'Your email was changed within the last 24 hours. You can change it again after that.'
    const { body } = await ask(agent, user, freshEmail()).expect(409)
    expect(body.errors).toEqual({ newEmail: tooSoon })
    const newPassword = 'chosen by someone else'
    await agent
      .post('/api/password')
      .send({ currentPassword: user.password, newPassword })
      .expect(200)
    const closing = { currentPassword: newPassword }
    await agent.post('/api/account/close').send(closing).expect(200)
    await stop(stopToken).expect(200)
    await agent.get('/api/user').expect(401)
    await logInAs(newEmail, { ...user, password: newPassword }).expect(401)
    await logInAs(user.email, { ...user, password: newPassword }).expect(200)
  })
})
