import { Client } from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ascending, invalid } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { startSharedMailbox } from '@tests/support/mail/shared-mailbox'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { startJobs } from '../../jobs'

const mailbox = await startSharedMailbox()
const app = await startSharedApp({ env: { SMTP_URL: mailbox.url } })

const password = 'another long phrase'
const dead = invalid('token', 'dead')
const deadLink = {
  ...dead,
  message: 'This link has expired or was already used. Please ask for a new one.',
}

const ask = (email: string) => visit(app).post('/api/password-reset').send({ email })
const confirm = (token: string, changes: object = {}) =>
  visit(app)
    .post('/api/password-reset/confirm')
    .send({ token, password, ...changes })

/** Asks for a link and reads it from the mail. */
async function linkFor(user: BuiltUser): Promise<string> {
  const before = mailbox.mails.length
  await ask(user.email).expect(200)
  const mail = await mailbox.waitForMail(
    (one) => one.to.includes(user.email) && mailbox.mails.indexOf(one) >= before,
  )
  const [, token = ''] = /\/reset-password#token=([\w-]{43})\s/.exec(mail.text) ?? []
  expect(token).not.toBe('')
  const button = new RegExp(`<a href="[^"]+#token=${token}"[^>]*>Choose a New Password</a>`)
  expect(mail.html).toMatch(button)
  return token
}

const check = (token: string) => visit(app).post('/api/password-reset/check').send({ token })

const logInWith = (user: BuiltUser, typed: string) =>
  visit(app).post('/api/login').send({ email: user.email, password: typed })

/** A query is handed over as its text, or as an object that holds it. */
const textOf = (query: unknown): unknown =>
  typeof query === 'object' && query && 'text' in query ? query.text : query

// Before the jobs run, which ask the database as well.
describe('asking for a link', () => {
  it('is offered where mail can be sent', async () => {
    await visit(app).get('/api/mail-status').expect(200, { configured: true })
  })

  it('is the same work for a known and an unknown address, so that time tells nothing', async () => {
    const { email } = await buildUser(app)
    await ask('first@partner.example').expect(200)
    const hash = vi.spyOn(app.passwords, 'hash')
    const queries = vi.spyOn(Client.prototype, 'query')
    const workFor = async (address: string): Promise<unknown[]> => {
      queries.mockClear()
      await ask(address).expect(200)
      return queries.mock.calls.map(([query]) => textOf(query))
    }
    const known = await workFor(email)
    const unknown = await workFor('second@partner.example')
    queries.mockRestore()
    expect(unknown).toEqual(known)
    expect(known).toContain('commit')
    expect(known.join('\n')).not.toMatch(/"?users"?/)
    expect(hash).not.toHaveBeenCalled()
    hash.mockRestore()
    const { rows } = await app.pool.query(
      "select payload->>'email' as email from graphile_worker._private_jobs order by id",
    )
    expect(rows.map((row) => row.email)).toEqual([
      'first@partner.example',
      email,
      'second@partner.example',
    ])
  })
})

describe('a lost password', () => {
  beforeAll(async () => {
    const jobs = await startJobs(app, app.pool)
    return () => jobs.stop()
  })

  it('is replaced by the mailed link, which ends every session and tells the owner', async () => {
    const user = await buildUser(app)
    const session = await logIn(app, user)
    const token = await linkFor(user)
    await confirm(token).expect(200)
    await session.get('/api/user').expect(401)
    await logInWith(user, user.password).expect(401)
    await logInWith(user, password).expect(200)
    const notice = await mailbox.waitForMail((mail) => mail.subject.includes('was changed'))
    expect(notice.to).toEqual([user.email])
    for (const mail of mailbox.mails) expect(mail.raw).not.toContain(password)
    const { rows } = await app.pool.query(
      "select actor_id, details from audit_events where action = 'account.password-reset'",
    )
    expect(rows).toEqual([{ actor_id: user.id, details: null }])
  })

  it('takes a link once, of several at the same moment too', async () => {
    const token = await linkFor(await buildUser(app))
    await check(token).expect(200)
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 400, 400])
    await confirm(token).expect(400, deadLink)
    await check(token).expect(400, deadLink)
  })

  it('asks 15 characters of the administrator', async () => {
    const token = await buildResetLink(app, await buildAdmin(app))
    const { body } = await confirm(token, { password: 'mossy tangent' }).expect(400)
    expect(body.errors.password).toMatch(/at least 15 characters/)
    await confirm(token).expect(200)
  })

  it('takes the newest link only, for half an hour', async () => {
    const user = await buildUser(app)
    const first = await linkFor(user)
    const second = await linkFor(user)
    await confirm(first).expect(400, deadLink)
    await app.pool.query("update password_resets set expires_at = now() - interval '1 second'")
    await confirm(second).expect(400, deadLink)
    await logInWith(user, user.password).expect(200)
  })

  it('survives that a mail scanner opens the link, and a refused password', async () => {
    const user = await buildUser(app)
    const token = await linkFor(user)
    await visit(app).get('/reset-password').expect('Referrer-Policy', 'no-referrer')
    const tooCommon = 'This password is too common. Please choose another.'
    for (const weak of ['password1', 'Summer2025!', user.email]) {
      await confirm(token, { password: weak }).expect(400, invalid('password', tooCommon))
    }
    await confirm(token, { password: 'short' }).expect(400)
    await confirm(token).expect(200)
  })

  it('leaves neither token nor link in the database or the log', async () => {
    const user = await buildUser(app)
    const token = await linkFor(user)
    await confirm(token).expect(200)
    const dump = await app.pool.query(
      `select (select json_agg(m) from mails m) as mails, (select json_agg(p) from password_resets p) as resets,
        (select json_agg(a) from audit_events a) as events`,
    )
    expect(JSON.stringify(dump.rows)).not.toContain(token)
    expect(app.logs()).not.toContain(token)
    await expect
      .poll(async () => {
        const { rows } = await app.pool.query(
          "select count(*)::int as kept from mails where kind = 'reset' and sealed_content is not null",
        )
        return rows[0].kept
      })
      .toBe(0)
  })

  it('answers a stranger’s address like a known one, and mails no one', async () => {
    const user = await buildUser(app)
    const known = await ask(user.email).expect(200)
    const unknown = await ask('nobody@partner.example').expect(200)
    expect(unknown.body).toEqual(known.body)
    await mailbox.waitForMail((mail) => mail.to.includes(user.email))
    expect(mailbox.mails.flatMap((mail) => mail.to)).not.toContain('nobody@partner.example')
  })

  it('leaves a trace of each call for a link, with the address that it came from', async () => {
    const user = await buildUser(app)
    const { headers } = await ask('stranger@partner.example').expect(200)
    await linkFor(user)
    const requested = async () =>
      (
        await app.pool.query(
          `select object, actor_id, ip, request_id = $1 as is_that_call from audit_events
            where action = 'account.reset-requested'`,
          [headers['x-request-id']],
        )
      ).rows
    const nobodyLoggedIn = { actor_id: null, ip: '127.0.0.1' }
    await expect.poll(requested).toEqual(
      expect.arrayContaining([
        { ...nobodyLoggedIn, object: `user:${user.id}`, is_that_call: false },
        { ...nobodyLoggedIn, object: null, is_that_call: true },
      ]),
    )
  })
})
