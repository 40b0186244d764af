import { Client } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { pages } from '@shared/pages'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { invalid, notFound, ascending } from '@tests/support/portal/answers'
import type { TestApp } from '@tests/support/portal/app'
import { ctxOf } from '@tests/support/portal/ctx'
import { buildAdmin, buildUser, type BuiltUser, buildFile } from '@tests/support/portal/factories'
import { meetInOrder, meetAtLock } from '@tests/support/portal/meet-at-lock'
import { mailedToken, mailsTo } from '@tests/support/portal/queued-mails'
import { readZip } from '@tests/support/portal/read-zip'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'
import { closeDueAccounts } from '../../users/erase-account'
import { sendEmailChangeLink, removeOldEmailChanges } from './ask-email-change'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })

const withoutMail = await startSharedApp()

const boss = await buildAdmin(withoutMail)

const bossAgent = await logIn(withoutMail, boss)

const account = await buildAdmin(app)
const admin = await logIn(app, account)

let serial = 0

const freshEmail = () => `moved-${(serial += 1)}@partner.example`

const askFor = (agent: Agent, user: BuiltUser, newEmail: string, more: object = {}) =>
  agent.post('/api/email-change').send({ newEmail, currentPassword: user.password, ...more })

const waitingOf = async (agent: Agent) => (await agent.get('/api/email-change').expect(200)).body

async function buildPartner(where: TestApp = app) {
  const user = await buildUser(where)
  return { user, agent: await logIn(where, user) }
}

/** A query is handed over as its text, or as an object that holds it. */
const textOf = (query: unknown): unknown =>
  typeof query === 'object' && query && 'text' in query ? query.text : query

describe('asking for another email', () => {
  it('takes the password, writes to both addresses, and changes nothing yet', async () => {
    const { user, agent } = await buildPartner()
    const newEmail = freshEmail()
    const wrong = invalid('currentPassword', 'That isn’t your current password.')
    await askFor(agent, user, newEmail, { currentPassword: 'not this one' }).expect(400, wrong)
    expect(await waitingOf(agent)).toEqual({ waiting: null })

    const { body } = await askFor(agent, user, newEmail).expect(200)
    expect(body.waiting).toMatchObject({ newEmail, way: 'link' })
    const hours = (Date.parse(body.waiting.expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    expect(await waitingOf(agent)).toEqual(body)
    await agent.post('/api/account/data').send({ currentPassword: user.password }).expect(200)
    const copy = await readZip((await agent.get('/api/account/data').responseType('blob')).body)
    expect(JSON.parse(String(copy.get('data.json'))).emailChange).toMatchObject([{ newEmail }])
    await sendEmailChangeLink(ctxOf(app), user.id)
    const subjects = async (to: string) => (await mailsTo(app, to)).map(({ subject }) => subject)
    expect(await subjects(user.email)).toEqual(['Your email is about to change'])
    expect(await subjects(newEmail)).toEqual(['Confirm your new email'])
    expect((await agent.get('/api/user').expect(200)).body.email).toBe(user.email)
    await visit(app)
      .post('/api/login')
      .send({ ...user, email: newEmail })
      .expect(401)
  })

  it('takes a code as well where two-step login is on', async () => {
    const { user, agent } = await buildPartner()
    const { codes } = await turnOnSecondFactor(agent, user.password)
    const needed = invalid('code', 'Enter the code from your authenticator app.')
    await askFor(agent, user, freshEmail()).expect(400, needed)
    await askFor(agent, user, freshEmail(), { code: codes[0] }).expect(200)
  })

  it('answers the same for an address that someone has, whose owner gets word', async () => {
    const { user, agent } = await buildPartner()
    const other = await buildUser(app)
    const queries = vi.spyOn(Client.prototype, 'query')
    const workFor = async (newEmail: string) => {
      queries.mockClear()
      const { body } = await askFor(agent, user, newEmail).expect(200)
      const work = queries.mock.calls.map(([query]) => textOf(query))
      return { keys: Object.keys(body.waiting), way: body.waiting.way, work }
    }
    await workFor(freshEmail())
    const free = await workFor(freshEmail())
    const taken = await workFor(other.email.toUpperCase())
    queries.mockRestore()
    expect(taken).toEqual(free)

    await sendEmailChangeLink(ctxOf(app), user.id)
    const [word] = await mailsTo(app, other.email)
    expect(word?.subject).toBe('Someone asked to use your email')
    expect(word?.text).not.toContain(user.lastName)
    expect(word?.text).not.toContain('token=')
    expect(await mailsTo(app, other.email.toUpperCase())).toEqual([])
    expect((await waitingOf(agent)).waiting.newEmail).toBe(other.email.toUpperCase())
  })

  it('is refused for one’s own address, an invalid address, and the administrator', async () => {
    const { user, agent } = await buildPartner()
    const own = invalid('newEmail', 'That’s already your email.')
    await askFor(agent, user, user.email.toUpperCase()).expect(400, own)
    const invalidEmail = await askFor(agent, user, 'nobody').expect(400)
    expect(invalidEmail.body.errors).toHaveProperty('newEmail')

    await askFor(admin, account, freshEmail()).expect(403)
  })

  it('can be taken back by the person who asked', async () => {
    const { user, agent } = await buildPartner()
    const newEmail = freshEmail()
    await askFor(agent, user, newEmail).expect(200)
    await sendEmailChangeLink(ctxOf(app), user.id)
    const token = await mailedToken(app, newEmail, pages.confirmEmail)
    await agent.delete('/api/email-change').expect(200)
    await agent.delete('/api/email-change').expect(404)
    const { body } = await visit(app).post('/api/email-change/confirm').send({ token }).expect(400)
    expect(body.errors).toEqual({ token: 'dead' })
    const changes = 'select 1 from email_changes where user_id = $1'
    expect((await app.pool.query(changes, [user.id])).rows).toEqual([])
  })

  it.each(['asking', 'change'])(
    'while the password changes leaves nothing: %s first',
    async (first) => {
      const { user, agent: here } = await buildPartner()
      const there = await logIn(app, user)
      const asking = () => askFor(there, user, freshEmail())
      const changing = () =>
        here
          .post('/api/password')
          .send({ currentPassword: user.password, newPassword: 'another long phrase' })
      const lock = { statement: 'select 1 from users where id = $1 for update', id: user.id }
      const isAsked = first === 'asking'
      const answers = await meetInOrder(
        app,
        lock,
        isAsked ? [asking, changing] : [changing, asking],
      )
      expect(answers.map(({ status }) => status)).toEqual(isAsked ? [200, 200] : [200, 401])
      expect(await waitingOf(here)).toEqual({ waiting: null })
    },
  )
})

async function buildWaiting(newEmail = freshEmail()) {
  const { user, agent } = await buildPartner(withoutMail)
  const { body } = await askFor(agent, user, newEmail).expect(200)
  expect(body.waiting).toMatchObject({ newEmail, way: 'administrator', expiresAt: null })
  return { user, agent, newEmail }
}

const settle = (id: number, answer: 'confirm' | 'decline', newEmail: string) =>
  bossAgent.post(`/api/admin/users/${id}/email-change/${answer}`).send({ newEmail })

const listed = async (id: number) =>
  (await bossAgent.get(`/api/admin/users?cursor=${id + 1}&limit=1`).expect(200)).body[0]

describe('another email where no mail can be sent', () => {
  it('waits for the administrator, who sees it with the person and confirms it', async () => {
    const { user, agent, newEmail } = await buildWaiting()
    expect(await listed(user.id)).toMatchObject({ id: user.id, email: user.email, newEmail })
    await settle(user.id, 'confirm', newEmail).expect(200, { message: 'The email is changed.' })
    expect(await listed(user.id)).toMatchObject({ email: newEmail })
    expect(await listed(user.id)).not.toHaveProperty('newEmail')
    await agent.get('/api/user').expect(401)
    await visit(withoutMail).post('/api/login').send(user).expect(401)
    const there = await logIn(withoutMail, { ...user, email: newEmail })
    expect(await waitingOf(there)).toEqual({ waiting: null })
    const { rows } = await withoutMail.pool.query(
      "select actor_id, details from audit_events where object = $1 and action = 'account.email-changed'",
      [`user:${user.id}`],
    )
    expect(rows).toEqual([{ actor_id: boss.id, details: { confirmedBy: 'administrator' } }])
  })

  it('can be declined', async () => {
    const { user, agent, newEmail } = await buildWaiting()
    await settle(user.id, 'decline', newEmail).expect(200, { message: 'The email is unchanged.' })
    expect(await waitingOf(agent)).toEqual({ waiting: null })
    expect((await agent.get('/api/user').expect(200)).body.email).toBe(user.email)
    await settle(user.id, 'confirm', newEmail).expect(409)
  })

  it('is confirmed as it was seen only, and not when someone has the address', async () => {
    const { user, agent, newEmail: seen } = await buildWaiting()
    const taken = (await buildUser(withoutMail)).email
    await askFor(agent, user, taken).expect(200)
    const other = await settle(user.id, 'confirm', seen).expect(409)
    expect(other.body.message).toMatch(/no longer wants that email/)
    const { body } = await settle(user.id, 'confirm', taken).expect(409)
    expect(body.message).toBe('Another account now uses this email, so nothing was changed.')
    expect(await listed(user.id)).toMatchObject({ email: user.email, newEmail: taken })
    await settle(2_000_000_000, 'confirm', taken).expect(404, notFound)
  })

  it.each([
    ['the account that closes', '/api/account/close', {}],
    ['a new password', '/api/password', { newPassword: 'another long phrase' }],
  ])('is gone with %s', async (_what, path, more) => {
    const { user, agent, newEmail } = await buildWaiting()
    await agent
      .post(path)
      .send({ currentPassword: user.password, ...more })
      .expect(200)
    await settle(user.id, 'confirm', newEmail).expect(409)
  })
})

const dead = {
  message: 'This link has expired or was already used.',
  code: 'bad_request',
  errors: { token: 'dead' },
}

const newPassword = 'another long phrase'

const confirm = (token: string, agent = visit(app)) =>
  agent.post('/api/email-change/confirm').send({ token })

const stop = (token: string) => visit(app).post('/api/email-change/stop').send({ token })

const reset = (token: string) =>
  visit(app).post('/api/password-reset/confirm').send({ token, password: newPassword })

const logInAs = (email: string, password: string) =>
  visit(app).post('/api/login').send({ email, password })

/** Someone who asked for another email, with both links. */
async function buildMover(newEmail = freshEmail()) {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  const proof = { currentPassword: user.password }
  const ask = (wanted: string) =>
    agent.post('/api/email-change').send({ newEmail: wanted, ...proof })
  await ask(newEmail).expect(200)
  await sendEmailChangeLink(ctxOf(app), user.id)
  const token = await mailedToken(app, newEmail, pages.confirmEmail)
  const stopToken = await mailedToken(app, user.email, pages.stopEmailChange)
  return { user, agent, newEmail, token, stopToken, proof, ask }
}

const emailOf = async ({ id }: BuiltUser) =>
  (await app.pool.query('select email from users where id = $1', [id])).rows[0]?.email

const changeOf = async ({ id }: BuiltUser) =>
  (await app.pool.query('select * from email_changes where user_id = $1', [id])).rows

const trailOf = async ({ id }: BuiltUser) =>
  (
    await app.pool.query(
      "select action, actor_id, details from audit_events where object = $1 and action like 'account.email%' order by id",
      [`user:${id}`],
    )
  ).rows

describe('the link to the new address', () => {
  it('changes the email once; other sessions end, and logins, lists and mails follow', async () => {
    const { user, agent, newEmail, token } = await buildMover()
    const file = await buildFile(app, { owner: user })
    const phone = await logIn(app, user)
    const resetToken = await buildResetLink(app, user)
    await admin.patch(`/api/admin/users/${user.id}/status`).send({ status: 'approved' }).expect(200)

    await confirm(token, agent).expect(200)
    expect((await agent.get('/api/user').expect(200)).body.email).toBe(newEmail)
    await phone.get('/api/user').expect(401)
    await logInAs(user.email, user.password).expect(401)
    await logInAs(newEmail, user.password).expect(200)
    await confirm(token).expect(400, dead)
    await reset(resetToken).expect(400)
    const found = async (list: string) =>
      (await admin.get(`/api/admin/${list}?search=${newEmail}`).expect(200)).body
    expect(await found('users')).toMatchObject([{ id: user.id, email: newEmail }])
    expect(await found('files')).toMatchObject([{ id: file.id }])
    expect((await mailsTo(app, newEmail)).map(({ kind }) => kind)).toContain('approved')
    const old = await mailsTo(app, user.email)
    // Both are still sent there, with the link that takes the change back.
    expect(old.map(({ subject, status }) => [subject, status])).toEqual([
      ['Your email is about to change', 'queued'],
      ['Your email was changed', 'queued'],
    ])
    const details = { confirmedBy: 'link' }
    expect(await trailOf(user)).toEqual([
      { action: 'account.email-change-asked', actor_id: user.id, details },
      { action: 'account.email-changed', actor_id: user.id, details },
    ])
  })

  it('is good for a day, and the newest only', async () => {
    const { user, token: first, ask } = await buildMover()
    const wanted = freshEmail()
    await ask(wanted).expect(200)
    await confirm(first).expect(400, dead)
    await sendEmailChangeLink(ctxOf(app), user.id)
    const token = await mailedToken(app, wanted, pages.confirmEmail)
    await app.pool.query(
      "update email_changes set expires_at = now() - interval '1 second' where user_id = $1",
      [user.id],
    )
    await confirm(token).expect(400, dead)
    await removeOldEmailChanges(app.db)
    expect(await changeOf(user)).toEqual([])
  })

  it('leaves neither its token nor an address in the database, the trail or the log', async () => {
    const { user, newEmail, token, stopToken } = await buildMover()
    await confirm(token).expect(200)
    await confirm('a'.repeat(43)).expect(400, dead)
    const kept = JSON.stringify([await changeOf(user), await trailOf(user)]) + app.logs()
    for (const secret of [token, stopToken]) expect(kept).not.toContain(secret)
    expect(JSON.stringify(await trailOf(user))).not.toContain('@')
    expect(app.logs()).not.toContain(newEmail)
  })

  it('changes nothing when someone has registered with the address in the meantime', async () => {
    const { user, token, newEmail } = await buildMover()
    const { uploadKey } = await buildFile(app)
    const registration = buildRegistration({ uploadKey, email: newEmail.toUpperCase() })
    await visit(app).post('/api/register').send(registration).expect(201)
    const { body } = await confirm(token).expect(409)
    expect(body.message).toBe('Another account now uses this email, so nothing was changed.')
    expect(await emailOf(user)).toBe(user.email)
  })
})

describe('the link to the address before', () => {
  it('stops a change, and ends every session', async () => {
    const { user, agent, token, stopToken } = await buildMover()
    await stop(stopToken).expect(200)
    await stop(stopToken).expect(400, dead)
    await confirm(token).expect(400, dead)
    await agent.get('/api/user').expect(401)
    await logInAs(user.email, user.password).expect(200)
    expect((await trailOf(user)).at(-1)).toMatchObject({
      action: 'account.email-change-stopped',
      details: { wasMade: false },
    })
  })

  it('takes it back for a day after it was made, whatever is done to the account in the meantime', async () => {
    const { user, agent, newEmail, token, stopToken, proof, ask } = await buildMover()
    await confirm(token, agent).expect(200)
    const tooSoon =
      'Your email was changed within the last 24 hours. You can change it again after that.'
    const { body } = await ask(freshEmail()).expect(409)
    expect(body.errors).toEqual({ newEmail: tooSoon })
    await agent
      .post('/api/password')
      .send({ ...proof, newPassword })
      .expect(200)
    const closing = { currentPassword: newPassword }
    await agent.post('/api/account/close').send(closing).expect(200)
    await stop(stopToken).expect(200)
    await agent.get('/api/user').expect(401)
    await logInAs(newEmail, newPassword).expect(401)
    await logInAs(user.email, newPassword).expect(200)
  })
})

const lockOf = ({ id }: BuiltUser) => ({
  statement: 'select 1 from users where id = $1 for update',
  id,
})

const lockOfReset = ({ id }: BuiltUser) => ({
  statement: 'select 1 from password_resets where user_id = $1 for update',
  id,
})

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)

describe('at the same moment', () => {
  it.each([
    ['confirms a change', confirm, 'token'],
    ['stops one', stop, 'stopToken'],
  ] as const)('a link that %s works once', async (_what, use, kind) => {
    const { user, [kind]: token } = await buildMover()
    const answers = await meetAtLock(app, lockOf(user), () => Promise.all([use(token), use(token)]))
    expect(ascending(statuses(answers))).toEqual([200, 400])
  })

  it('two people want one address: the first to confirm has it', async () => {
    const newEmail = freshEmail()
    const [one, other] = [await buildMover(newEmail), await buildMover(newEmail)]
    const answers = await Promise.all([confirm(one.token), confirm(other.token)])
    expect(ascending(statuses(answers))).toEqual([200, 409])
    const emails = [await emailOf(one.user), await emailOf(other.user)]
    expect(emails.filter((email) => email === newEmail)).toHaveLength(1)
  })

  it.each(['change', 'closing'])('a change and a closing, first the %s', async (first) => {
    const { user, agent, token, proof, newEmail } = await buildMover()
    await buildResetLink(app, user)
    const change = () => confirm(token)
    const close = () => agent.post('/api/account/close').send(proof)
    const isChanged = first === 'change'
    const calls = isChanged ? [change, close] : [close, change]
    const answers = await meetInOrder(app, lockOfReset(user), calls)
    expect(statuses(answers)).toEqual([200, isChanged ? 200 : 400])
    expect(await emailOf(user)).toBe(isChanged ? newEmail : user.email)
    await confirm(token).expect(400)
  })

  it.each(['change', 'removal'])('a change and the removal, first the %s', async (first) => {
    const { user, token } = await buildMover()
    await buildResetLink(app, user)
    await app.pool.query("update users set closes_at = now() - interval '1 second' where id = $1", [
      user.id,
    ])
    const change = () => confirm(token).then(({ status }) => status)
    const remove = () => closeDueAccounts(ctxOf(app))
    const isChanged = first === 'change'
    const calls = isChanged ? [change, remove] : [remove, change]
    const outcomes = await meetInOrder<number | void>(app, lockOfReset(user), calls)
    expect(outcomes).toEqual(isChanged ? [200, undefined] : [undefined, 400])
    expect(await emailOf(user)).toBeUndefined()
    expect(await changeOf(user)).toEqual([])
  })

  it.each(['change', 'reset'])('a change and a reset, first the %s', async (first) => {
    const { user, token, newEmail } = await buildMover()
    const resetToken = await buildResetLink(app, user)
    const change = () => confirm(token)
    const setPassword = () => reset(resetToken)
    const isChanged = first === 'change'
    const calls = isChanged ? [change, setPassword] : [setPassword, change]
    // Only one of the two: a new email kills the link to the old one, a new password the pending change.
    expect(statuses(await meetInOrder(app, lockOfReset(user), calls))).toEqual([200, 400])
    expect(await emailOf(user)).toBe(isChanged ? newEmail : user.email)
    await confirm(token).expect(400)
  })
})
