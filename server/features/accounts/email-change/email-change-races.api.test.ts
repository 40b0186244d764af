import { expect, it } from 'vitest'
import { pages } from '@shared/pages'
import { ascending } from '@tests/support/portal/answers'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { mailedToken } from '@tests/support/portal/queued-mails'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { closeDueAccounts } from '../close-due-accounts'
import { sendEmailChangeLink } from './send-email-change-link'

const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })

let serial = 0
const freshEmail = () => `wanted-${(serial += 1)}@partner.example`
const confirm = (token: string) => visit(app).post('/api/email-change/confirm').send({ token })

async function buildMover(newEmail = freshEmail()) {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  const proof = { currentPassword: user.password }
  await agent
    .post('/api/email-change')
    .send({ newEmail, ...proof })
    .expect(200)
  await sendEmailChangeLink({ db: app.db, mail: app, userId: user.id })
  const token = await mailedToken(app, newEmail, pages.confirmEmail)
  return { user, agent, newEmail, token, proof }
}

const emailOf = async ({ id }: { id: number }) =>
  (await app.pool.query('select email from users where id = $1', [id])).rows[0]?.email

const lockOf = ({ id }: { id: number }) => ({
  statement: 'select 1 from users where id = $1 for update',
  id,
})

const statuses = (answers: { status: number }[]) => ascending(answers.map(({ status }) => status))

it('one link used twice at once works once', async () => {
  const { user, token, newEmail } = await buildMover()
  const answers = await meetAtLock(app, lockOf(user), () =>
    Promise.all([confirm(token), confirm(token)]),
  )
  expect(statuses(answers)).toEqual([200, 400])
  expect(await emailOf(user)).toBe(newEmail)
})

it('one link that stops a change used twice at once works once', async () => {
  const { user } = await buildMover()
  const stopToken = await mailedToken(app, user.email, pages.stopEmailChange)
  const stop = () => visit(app).post('/api/email-change/stop').send({ token: stopToken })
  const answers = await meetAtLock(app, lockOf(user), () => Promise.all([stop(), stop()]))
  expect(statuses(answers)).toEqual([200, 400])
})

it('two people who want one address: the first to confirm has it', async () => {
  const newEmail = freshEmail()
  const [one, other] = [await buildMover(newEmail), await buildMover(newEmail)]
  const answers = await Promise.all([confirm(one.token), confirm(other.token)])
  expect(statuses(answers)).toEqual([200, 409])
  const emails = [await emailOf(one.user), await emailOf(other.user)]
  expect(emails.filter((email) => email === newEmail)).toHaveLength(1)
})

it('an address that someone registered meanwhile is theirs', async () => {
  const { user, token, newEmail } = await buildMover()
  const { uploadKey } = await buildFile(app)
  const registration = buildRegistration({ uploadKey, email: newEmail.toUpperCase() })
  await visit(app).post('/api/register').send(registration).expect(201)
  const { body } = await confirm(token).expect(409)
  expect(body.message).toBe('Another account now uses this email, so nothing was changed.')
  expect(await emailOf(user)).toBe(user.email)
})

it('a change and a closing at once: closed under the one address or the other, and then no more', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { user, agent, token, proof, newEmail } = await buildMover()
    await buildResetLink(app, user)
    const [confirmed, closed] = await meetAtLock(app, lockOf(user), () =>
      Promise.all([confirm(token), agent.post('/api/account/close').send(proof)]),
    )
    // Whoever changed the email was logged in elsewhere, so the session that closes may have ended.
    expect([200, 400]).toContain(confirmed.status)
    expect([200, 401]).toContain(closed.status)
    expect(await emailOf(user)).toBe(confirmed.status === 200 ? newEmail : user.email)
    await confirm(token).expect(400)
  }
})

it('a change at the moment of the removal leaves nothing, or an email that no one has', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { user, token } = await buildMover()
    await buildResetLink(app, user)
    await app.pool.query("update users set closes_at = now() - interval '1 second' where id = $1", [
      user.id,
    ])
    const [confirmed] = await meetAtLock(app, lockOf(user), () =>
      Promise.all([confirm(token), closeDueAccounts(app)]),
    )
    expect([200, 400]).toContain(confirmed.status)
    expect(await emailOf(user)).toBeUndefined()
    const { rows } = await app.pool.query('select 1 from email_changes where user_id = $1', [
      user.id,
    ])
    expect(rows).toEqual([])
  }
})

it('a reset at the same moment: the change is made before it, or dies with the password', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { user, token, newEmail } = await buildMover()
    const resetToken = await buildResetLink(app, user)
    const reset = { token: resetToken, password: 'another long phrase' }
    const lock = {
      statement: 'select 1 from password_resets where user_id = $1 for update',
      id: user.id,
    }
    const [confirmed, resetting] = await meetAtLock(app, lock, () =>
      Promise.all([confirm(token), visit(app).post('/api/password-reset/confirm').send(reset)]),
    )
    // Only one of the two: a new email kills the link to the old one, a new password what waits.
    expect(statuses([confirmed, resetting])).toEqual([200, 400])
    expect(await emailOf(user)).toBe(confirmed.status === 200 ? newEmail : user.email)
    await confirm(token).expect(400)
  }
})

it('asking while the password changes: what the old password asked for is gone', async () => {
  const user = await buildUser(app)
  const [here, there] = [await logIn(app, user), await logIn(app, user)]
  const proof = { currentPassword: user.password }
  const [asked, changed] = await meetAtLock(app, lockOf(user), () =>
    Promise.all([
      there.post('/api/email-change').send({ newEmail: freshEmail(), ...proof }),
      here.post('/api/password').send({ ...proof, newPassword: 'another long phrase' }),
    ]),
  )
  expect([200, 401]).toContain(asked.status)
  expect(changed.status).toBe(200)
  expect((await here.get('/api/email-change').expect(200)).body).toEqual({ waiting: null })
})
