import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { pages } from '@shared/pages'
import { invalid, pleaseLogIn } from '@tests/support/portal/answers'
import { logIn, logInAdmin, visit, type Agent } from '@tests/support/portal/agents'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { expectRefusal, setUpLimits } from '@tests/support/portal/limits'
import { mailedToken, mailsTo } from '@tests/support/portal/queued-mails'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'
import { mails } from '../../../db/schema/mail'
import { openContent, openMailText } from '../../mail/queue-mail'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { LIMITS: '1', SMTP_URL: 'smtp://127.0.0.1:2' } })
const withoutMail = await startSharedApp()
const { use } = setUpLimits(app)
const admin = await logInAdmin(app)
const hour = 3600

const tooLate = {
  message: 'Your email can’t be corrected here anymore. You can change it in your account.',
  code: 'conflict',
}

let serial = 0
const freshEmail = () => `typed-${(serial += 1)}@partner.example`

async function register(where = app) {
  const { uploadKey } = await buildFile(where)
  const person = buildRegistration({ uploadKey, email: freshEmail() })
  const agent = visit(where)
  const { body } = await agent.post('/api/register').send(person).expect(201)
  return { ...person, agent, id: Number(body.id) }
}

async function becomeReferrer() {
  const { uploadKey: _none, ...person } = buildRegistration({ uploadKey: '', email: freshEmail() })
  const agent = visit(app)
  const { body } = await agent.post('/api/referrers').send(person).expect(201)
  return { ...person, agent, id: Number(body.id) }
}

const confirm = (token: string) =>
  visit(app).post('/api/email-confirmation/confirm').send({ token })
const correct = (agent: Agent, email: string) => agent.patch('/api/user/email').send({ email })
const offerOf = async (agent: Agent) =>
  (await agent.get('/api/email-change').expect(200)).body.correctableUntil
const kindsTo = async (email: string) =>
  (await mailsTo(app, email)).map(({ kind, subject }) => `${kind}: ${subject}`)

/** As if the person had signed up so many minutes earlier. */
const age = (id: number, minutes: number) =>
  app.pool.query(
    `update sessions set sess = jsonb_set(sess::jsonb, '{registeredAt}',
      to_jsonb((sess ->> 'registeredAt')::bigint - $2::bigint))::json
      where sess -> 'passport' ->> 'user' = $1`,
    [String(id), minutes * 60_000],
  )

describe('an email that was mistyped at sign-up', () => {
  it('is corrected once, without a password, and the welcome goes there', async () => {
    const { agent, id, email, password } = await register()
    const minutes = (Date.parse(await offerOf(agent)) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(59)
    expect(minutes).toBeLessThanOrEqual(60)

    const right = freshEmail()
    const { body } = await correct(agent, right).expect(200)
    expect(body).toMatchObject({ id, email: right, status: 'pending' })
    await agent.get('/api/user').expect(200, body)
    await visit(app).post('/api/login').send({ email: right, password }).expect(200)
    await visit(app).post('/api/login').send({ email, password }).expect(401)
    const [welcome, ...more] = await mailsTo(app, right)
    expect(more).toEqual([])
    expect(welcome).toMatchObject({ kind: 'welcome', status: 'queued' })
    expect(welcome?.text).not.toContain(email)

    expect(await offerOf(agent)).toBeUndefined()
    await correct(agent, freshEmail()).expect(409, tooLate)
    const events = await eventsOf(app, `user:${id}`)
    const corrected = events.filter(({ action }) => action.startsWith('account.email'))
    expect(corrected).toMatchObject([{ action: 'account.email-corrected', actorId: id }])
    expect(JSON.stringify(corrected)).not.toContain('@')
  })

  it('is confirmed by the welcome, whose link no one is shown who doesn’t read the mailbox', async () => {
    const { agent, email } = await register()
    const link = new RegExp(`${pages.verifyEmail}#token=(\\S+)\n`)
    const tokenOf = async (to: string) => {
      const [row] = await app.db.select().from(mails).where(eq(mails.recipient, to))
      if (!row?.sealedContent) throw new Error(`There is no mail to ${to}.`)
      expect(link.exec(openMailText(app.sealer, row) ?? '')?.[1]).toBe('…')
      const { text, html } = openContent(app.sealer, row.sealedContent, row.id) ?? {}
      const token = link.exec(text ?? '')?.[1] ?? ''
      expect(html).toContain(`#token=${token}" style`)
      return token
    }
    const mistyped = await tokenOf(email)
    const right = freshEmail()
    await correct(agent, right).expect(200)
    await confirm(mistyped).expect(400)
    await confirm(await tokenOf(right)).expect(200)
    const { body } = await agent.get('/api/profile-completion').expect(200)
    expect(body.steps).toContainEqual({ step: 'email', isDone: true })
  })

  it('is told that it was removed, and nothing about who did that', async () => {
    const { agent, email, firstName, lastName } = await register()
    const right = freshEmail()
    await correct(agent, right).expect(200)
    expect(await kindsTo(email)).toEqual(['notice: Your email was removed from an account'])
    const [told] = await mailsTo(app, email)
    for (const word of [firstName, lastName, right]) expect(told?.text).not.toContain(word)
  })

  it('is told nothing when it refused our mail', async () => {
    const { agent, id, email } = await register()
    await app.pool.query(
      `update mails set status = 'failed', last_error = 'The mail server refused the recipient. Check the address.'
        where user_id = $1`,
      [id],
    )
    const right = freshEmail()
    await correct(agent, right).expect(200)
    expect(await mailsTo(app, email)).toEqual([])
    expect(await mailsTo(app, right)).toMatchObject([{ kind: 'welcome', status: 'queued' }])
  })

  it('takes its links and the other sessions with it', async () => {
    const { agent, ...person } = await register()
    const phone = await logIn(app, person)
    await agent.post('/api/email-confirmation').expect(200)
    const token = await mailedToken(app, person.email, pages.verifyEmail)
    const resetToken = await buildResetLink(app, person)
    await correct(agent, freshEmail()).expect(200)
    await phone.get('/api/user').expect(401)
    await confirm(token).expect(400)
    const reset = { token: resetToken, password: 'another long phrase' }
    await visit(app).post('/api/password-reset/confirm').send(reset).expect(400)
    const left = (await mailsTo(app, person.email)).filter(({ status }) => status === 'queued')
    expect(left.map(({ kind }) => kind)).toEqual(['notice'])
  })

  it('of a referrer is corrected, too, who has had no welcome', async () => {
    const { agent, email } = await becomeReferrer()
    const right = freshEmail()
    const { body } = await correct(agent, right).expect(200)
    expect(body).toMatchObject({ email: right, isReferrer: true })
    expect(await mailsTo(app, right)).toEqual([])
    expect(await kindsTo(email)).toEqual(['notice: Your email was removed from an account'])
  })

  it('is corrected where no mail can be sent', async () => {
    const { agent, id } = await register(withoutMail)
    const right = freshEmail()
    await correct(agent, right).expect(200)
    expect((await agent.get('/api/user').expect(200)).body).toMatchObject({ id, email: right })
  })
})

describe('correcting it is refused', () => {
  it('to any other session, and to no one', async () => {
    const { agent: _registered, ...person } = await register()
    const phone = await logIn(app, person)
    expect(await offerOf(phone)).toBeUndefined()
    await correct(phone, freshEmail()).expect(409, tooLate)
    await correct(visit(app), freshEmail()).expect(401, pleaseLogIn)
    await correct(admin, freshEmail()).expect(409, tooLate)
  })

  it('after an hour', async () => {
    const { agent, id } = await register()
    await age(id, 59)
    expect(await offerOf(agent)).toEqual(expect.any(String))
    await age(id, 1)
    expect(await offerOf(agent)).toBeUndefined()
    await correct(agent, freshEmail()).expect(409, tooLate)
  })

  it.each([
    {
      what: 'once it is confirmed',
      settle: async ({ agent, email }: Awaited<ReturnType<typeof register>>) => {
        await agent.post('/api/email-confirmation').expect(200)
        const token = await mailedToken(app, email, pages.verifyEmail)
        await visit(app).post('/api/email-confirmation/confirm').send({ token }).expect(200)
      },
    },
    {
      what: 'once the person was decided about',
      settle: async ({ id }: Awaited<ReturnType<typeof register>>) => {
        const status = { status: 'approved' }
        await admin.patch(`/api/admin/users/${id}/status`).send(status).expect(200)
      },
    },
    {
      what: 'while another one was asked for',
      settle: async ({ agent, password }: Awaited<ReturnType<typeof register>>) => {
        const wanted = { newEmail: freshEmail(), currentPassword: password }
        await agent.post('/api/email-change').send(wanted).expect(200)
      },
    },
  ])('$what', async ({ settle }) => {
    const person = await register()
    await settle(person)
    expect(await offerOf(person.agent)).toBeUndefined()
    await correct(person.agent, freshEmail()).expect(409, tooLate)
  })

  it('for an address that someone has, the same, or none', async () => {
    const { agent, id, email } = await register()
    const other = await buildUser(app)
    const message = 'Another account already uses this email.'
    const taken = { message, code: 'conflict', errors: { email: message } }
    await correct(agent, other.email.toUpperCase()).expect(409, taken)
    await correct(agent, email.toUpperCase()).expect(
      400,
      invalid('email', 'That’s already your email.'),
    )
    await correct(agent, 'no address').expect(
      400,
      invalid('email', 'Please enter a valid email address.'),
    )
    // None of these used up the one correction.
    const right = freshEmail()
    expect((await correct(agent, right).expect(200)).body).toMatchObject({ id, email: right })
  })

  it('after five tries an hour, and with the refusals of sign-up', async () => {
    const { agent, id } = await register()
    const { email: taken } = await buildUser(app)
    await use('emailCorrection', String(id), 4)
    await correct(agent, taken).expect(409)
    await expectRefusal(correct(agent, freshEmail()), hour)
    await app.pool.query('delete from rate_limits')
    await use('referrerRefused', '127.0.0.1', 30)
    await correct(agent, freshEmail()).expect(429)
  })

  it('to the second of two at the same time', async () => {
    const { agent } = await register()
    const answers = await Promise.all([1, 2].map(() => correct(agent, freshEmail())))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
