import { describe, expect, it } from 'vitest'
import { pages } from '@shared/pages'
import type { ProfileStep } from '@shared/profile-completion'
import { invalid } from '@tests/support/portal/answers'
import { ctxOf } from '@tests/support/portal/ctx'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import {
  buildAdmin,
  buildCredential,
  buildFile,
  buildUser,
  type BuiltUser,
} from '@tests/support/portal/factories'
import { mailedToken } from '@tests/support/portal/queued-mails'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { sendEmailChangeLink } from './email-change/ask-email-change'
import { profileGaps } from '../profile-completion/profile-completion'

const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const boss = await buildAdmin(app)
const admin = await logIn(app, boss)

/** A partner, and where they are logged in. */
async function buildPartner(overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(app, overrides)
  return { user, agent: await logIn(app, user) }
}

const missing = async (agent: Agent) => {
  const { body } = await agent.get('/api/profile-completion').expect(200)
  const steps: { step: ProfileStep; isDone: boolean }[] = body.steps
  return [body.percent, steps.filter(({ isDone }) => !isDone).map(({ step }) => step)]
}

const choosePayPal = (agent: Agent, { email, password }: BuiltUser) =>
  agent.put('/api/payment-settings').send({ method: 'paypal', email, currentPassword: password })

const sendLink = (agent: Agent) => agent.post('/api/email-confirmation')
const confirm = (token: string) =>
  visit(app).post('/api/email-confirmation/confirm').send({ token })
const linkTo = ({ email }: { email: string }) => mailedToken(app, email, pages.verifyEmail)

describe('a partner’s profile', () => {
  it('is complete step by step, and then unlocks payouts', async () => {
    const { user, agent } = await buildPartner()
    const open = ['email', 'terms', 'proof-of-credit', 'payment-method']
    expect(await missing(agent)).toEqual([20, open])
    await buildFile(app, { owner: user })
    expect(await missing(agent)).toEqual([40, ['email', 'terms', 'payment-method']])
    await choosePayPal(agent, user).expect(200)
    expect(await missing(agent)).toEqual([60, ['email', 'terms']])
    await agent.post('/api/account/terms').send({ agreeToTerms: true }).expect(200)
    expect(await missing(agent)).toEqual([80, ['email']])
    expect((await profileGaps(app.db, app.env, [user.id])).get(user.id)).toEqual(['email'])
    await sendLink(agent).expect(200)
    await confirm(await linkTo(user)).expect(200)
    expect(await missing(agent)).toEqual([100, []])
    expect((await profileGaps(app.db, app.env, [user.id])).size).toBe(0)
  })

  it('has no proof of credit while all of it was rejected, and keeps it once approved', async () => {
    const { user, agent } = await buildPartner()
    const lacksProof = async () => (await missing(agent))[1]?.toString().includes('proof-of-credit')
    await buildFile(app, { owner: user, status: 'rejected' })
    expect(await lacksProof()).toBe(true)
    await buildCredential(app, { owner: user })
    expect(await lacksProof()).toBe(false)
    await app.pool.query("update users set status = 'approved' where id = $1", [user.id])
    await app.pool.query('delete from monitoring_credentials where user_id = $1', [user.id])
    expect(await lacksProof()).toBe(false)
  })

  it('is asked for no proof of credit while they only refer others', async () => {
    const { agent } = await buildPartner({ kind: 'referrer', termsAcceptedAt: new Date() })
    expect(await missing(agent)).toEqual([50, ['email', 'payment-method']])
  })

  it('asks for a confirmed email only once mail can be sent', async () => {
    const user = await buildUser(app)
    const { id } = user
    const silent = { ...app.env, smtp: null }
    expect((await profileGaps(app.db, silent, [id])).get(id)).not.toContain('email')
  })

  it('is looked at for many people at the same time; the administrator and no one have none', async () => {
    const people = await Promise.all([1, 2, 3].map(() => buildUser(app)))
    const ids = people.map(({ id }) => id)
    const gaps = await profileGaps(app.db, app.env, [...ids, 1_999_999_999])
    expect(new Set(gaps.keys())).toEqual(new Set(ids))
    await admin.get('/api/profile-completion').expect(404)
  })
})

describe('confirming an email', () => {
  it('works once, by the newest link, for the email that the account has', async () => {
    const { user, agent } = await buildPartner()
    await sendLink(agent).expect(200)
    const earlier = await linkTo(user)
    await sendLink(agent).expect(200)
    await confirm(earlier).expect(400)
    const token = await linkTo(user)
    await confirm(token).expect(200)
    await confirm(token).expect(400)
    await sendLink(agent).expect(409)
    const { rows } = await app.pool.query(
      "select actor_id from audit_events where object = $1 and action = 'account.email-confirmed'",
      [`user:${user.id}`],
    )
    expect(rows).toEqual([{ actor_id: user.id }])
  })

  it('is refused after a day, or once the email has changed', async () => {
    const { user, agent } = await buildPartner()
    await sendLink(agent).expect(200)
    await app.pool.query(
      "update email_confirmations set expires_at = now() - interval '1 second' where user_id = $1",
      [user.id],
    )
    await confirm(await linkTo(user)).expect(400)
    await sendLink(agent).expect(200)
    const token = await linkTo(user)
    await app.pool.query('update users set email = $2 where id = $1', [user.id, `x-${user.email}`])
    await confirm(token).expect(400)
    expect((await missing(agent))[1]).toContain('email')
  })

  it('is done by a reset of the password, and by a change of the email', async () => {
    const user = await buildUser(app)
    const token = await buildResetLink(app, user)
    const password = 'another long phrase'
    await visit(app).post('/api/password-reset/confirm').send({ token, password }).expect(200)
    const agent = await logIn(app, { ...user, password })
    expect((await missing(agent))[1]).not.toContain('email')

    const newEmail = `new-${user.email}`
    await agent.post('/api/email-change').send({ newEmail, currentPassword: password }).expect(200)
    await sendEmailChangeLink(ctxOf(app), user.id)
    const change = { token: await mailedToken(app, newEmail, pages.confirmEmail) }
    await agent.post('/api/email-change/confirm').send(change).expect(200)
    expect((await missing(agent))[1]).not.toContain('email')
    // By the administrator's word it is not.
    await app.pool.query('update users set email = $2 where id = $1', [user.id, `y-${user.email}`])
    expect((await missing(agent))[1]).toContain('email')
  })

  it('is refused for the administrator', async () => {
    await sendLink(admin).expect(403)
  })
})

describe('agreeing to the terms', () => {
  it('is kept with version, time and address, once', async () => {
    const { user, agent } = await buildPartner()
    await agent.post('/api/account/terms').send({ agreeToTerms: false }).expect(400)
    await agent.post('/api/account/terms').send({ agreeToTerms: true }).expect(200)
    const read = async () =>
      (
        await app.pool.query(
          'select terms_accepted_at, terms_version, terms_accepted_from from users where id = $1',
          [user.id],
        )
      ).rows[0]
    const first = await read()
    expect(first).toMatchObject({
      terms_version: expect.any(String),
      terms_accepted_from: '127.0.0.1',
    })
    await agent.post('/api/account/terms').send({ agreeToTerms: true }).expect(200)
    expect(await read()).toEqual(first)
  })
})

const details = { firstName: 'Zoë', lastName: 'Núñez-Ågren', phoneNumber: '(970) 555-0177' }
const correct = (agent: Agent, user: BuiltUser, more: object = {}) =>
  agent.patch('/api/user').send({ ...details, currentPassword: user.password, ...more })

const idsOf = async (path: string) =>
  (await admin.get(path).expect(200)).body.map(({ id }: { id: number }) => id)

const correctionsOf = async ({ id }: BuiltUser) =>
  (
    await app.pool.query(
      "select actor_id, details from audit_events where object = $1 and action like '%corrected'",
      [`user:${id}`],
    )
  ).rows

describe('correcting one’s own details', () => {
  it('takes the password, shows everywhere, and is found by the administrator', async () => {
    const { user, agent } = await buildPartner({ lastName: 'Mistyped' })
    const file = await buildFile(app, { owner: user })
    const wrong = invalid('currentPassword', 'That isn’t your current password.')
    await correct(agent, user, { currentPassword: 'not this one' }).expect(400, wrong)
    const { body } = await correct(agent, user).expect(200)
    expect(body).toMatchObject({ id: user.id, email: user.email, ...details })
    expect((await agent.get('/api/user').expect(200)).body).toMatchObject(details)
    for (const search of ['núñez', '9705550177']) {
      const query = `search=${encodeURIComponent(search)}`
      expect(await idsOf(`/api/admin/users?${query}`)).toEqual([user.id])
      // The columns of a document's owner follow by their trigger.
      expect(await idsOf(`/api/admin/files?${query}`)).toEqual([file.id])
    }
    expect(await idsOf('/api/admin/files?search=mistyped')).toEqual([])
  })

  it('leaves in the trail which of them changed, and neither the old nor the new', async () => {
    const { user, agent } = await buildPartner()
    const { firstName, lastName } = user
    await correct(agent, user, { firstName, lastName }).expect(200)
    await correct(agent, user, { firstName, lastName }).expect(200)
    expect(await correctionsOf(user)).toEqual([
      { actor_id: user.id, details: { fields: 'phoneNumber' } },
    ])
  })

  it('takes a code as well where two-step login is on', async () => {
    const { user, agent } = await buildPartner()
    const { codes } = await turnOnSecondFactor(agent, user.password)
    await correct(agent, user).expect(
      400,
      invalid('code', 'Enter the code from your authenticator app.'),
    )
    await correct(agent, user, { code: codes[0] }).expect(200)
  })
})
