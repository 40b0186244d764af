import { describe, expect, it } from 'vitest'
import { pages } from '@shared/pages'
import { ascending } from '@tests/support/portal/answers'
import { ctxOf } from '@tests/support/portal/ctx'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'
import { meetAtLock, meetInOrder } from '@tests/support/portal/meet-at-lock'
import { mailedToken, mailsTo } from '@tests/support/portal/queued-mails'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { closeDueAccounts } from '../../users/erase-account'
import { removeOldEmailChanges, sendEmailChangeLink } from './ask-email-change'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const admin = await logInAdmin(app)
const dead = {
  message: 'This link has expired or was already used.',
  code: 'bad_request',
  errors: { token: 'dead' },
}
const newPassword = 'another long phrase'

let serial = 0
const freshEmail = () => `moved-${(serial += 1)}@partner.example`

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
