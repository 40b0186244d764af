import { Client } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { pages } from '@shared/pages'
import { invalid, notFound } from '@tests/support/portal/answers'
import { ctxOf } from '@tests/support/portal/ctx'
import type { TestApp } from '@tests/support/portal/app'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { buildAdmin, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { meetInOrder } from '@tests/support/portal/meet-at-lock'
import { mailedToken, mailsTo } from '@tests/support/portal/queued-mails'
import { readZip } from '@tests/support/portal/read-zip'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { sendEmailChangeLink } from './ask-email-change'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const withoutMail = await startSharedApp()

let serial = 0
const freshEmail = () => `moved-${(serial += 1)}@partner.example`

const ask = (agent: Agent, user: BuiltUser, newEmail: string, more: object = {}) =>
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
    await ask(agent, user, newEmail, { currentPassword: 'not this one' }).expect(400, wrong)
    expect(await waitingOf(agent)).toEqual({ waiting: null })

    const { body } = await ask(agent, user, newEmail).expect(200)
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
    await ask(agent, user, freshEmail()).expect(400, needed)
    await ask(agent, user, freshEmail(), { code: codes[0] }).expect(200)
  })

  it('answers the same for an address that someone has, whose owner gets word', async () => {
    const { user, agent } = await buildPartner()
    const other = await buildUser(app)
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
    await ask(agent, user, user.email.toUpperCase()).expect(400, own)
    const invalidEmail = await ask(agent, user, 'nobody').expect(400)
    expect(invalidEmail.body.errors).toHaveProperty('newEmail')
    const account = await buildAdmin(app)
    await ask(await logIn(app, account), account, freshEmail()).expect(403)
  })

  it('can be taken back by the person who asked', async () => {
    const { user, agent } = await buildPartner()
    const newEmail = freshEmail()
    await ask(agent, user, newEmail).expect(200)
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
      const asking = () => ask(there, user, freshEmail())
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

const account = await buildAdmin(withoutMail)
const admin = await logIn(withoutMail, account)

async function buildWaiting(newEmail = freshEmail()) {
  const { user, agent } = await buildPartner(withoutMail)
  const { body } = await ask(agent, user, newEmail).expect(200)
  expect(body.waiting).toMatchObject({ newEmail, way: 'administrator', expiresAt: null })
  return { user, agent, newEmail }
}

const settle = (id: number, answer: 'confirm' | 'decline', newEmail: string) =>
  admin.post(`/api/admin/users/${id}/email-change/${answer}`).send({ newEmail })

const listed = async (id: number) =>
  (await admin.get(`/api/admin/users?cursor=${id + 1}&limit=1`).expect(200)).body[0]

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
    expect(rows).toEqual([{ actor_id: account.id, details: { confirmedBy: 'administrator' } }])
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
    await ask(agent, user, taken).expect(200)
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
