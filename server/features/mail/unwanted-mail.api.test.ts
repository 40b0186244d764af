import { beforeEach, describe, expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { startSharedMailbox } from '@tests/support/mail/shared-mailbox'
import { sendQueuedMail } from './send-queued-mail'

const mailbox = await startSharedMailbox()
const app = await startSharedApp({ env: { SMTP_URL: mailbox.url } })
const admin = await logInAdmin(app)
beforeEach(() => app.pool.query('delete from mails'))

const compose = (to: string) =>
  admin.post('/api/admin/emails').send({ to, subject: 'News', body: 'Dear {{firstName}}' })
const attempt = (mailId: number) => sendQueuedMail({ ...app, mailId })

/** Someone who can change their mind about emails from us. */
async function build() {
  const person = await buildUser(app, { firstName: 'Noor', lastName: 'Haddad' })
  const agent = await logIn(app, person)
  const say = (isGiven: boolean) =>
    agent.post('/api/consents/email').send({ isGiven, textVersion: 'email.1' }).expect(200)
  return {
    person,
    withdraw: async () => {
      await say(true)
      await say(false)
    },
    agree: () => say(true),
  }
}

const refusal = {
  message: 'Noor Haddad doesn’t want emails from us.',
  errors: { to: 'Noor Haddad doesn’t want emails from us.' },
}

describe('someone who withdrew their consent to emails', () => {
  it('gets nothing that the administrator writes, under any spelling of the address', async () => {
    const { person, withdraw, agree } = await build()
    await compose(person.email).expect(201)
    await withdraw()
    for (const to of [person.email, person.email.toUpperCase()]) {
      const { body } = await compose(to).expect(409)
      expect(body).toMatchObject(refusal)
    }
    await agree()
    await compose(person.email).expect(201)
  })

  it('gets nothing that was written before and had not left', async () => {
    const { person, withdraw } = await build()
    const { body: mail } = await compose(person.email).expect(201)
    await withdraw()
    await attempt(mail.id)
    expect(mailbox.mails).toHaveLength(0)
    const { body: list } = await admin.get('/api/admin/emails').expect(200)
    expect(list[0]).toMatchObject({
      status: 'cancelled',
      lastError: 'They withdrew their consent to emails before this one was sent.',
    })
    const again = await admin.post(`/api/admin/emails/${mail.id}/resend`).expect(409)
    expect(again.body).toMatchObject(refusal)
  })

  it('gets decisions, password resets and answers all the same', async () => {
    const { person, withdraw } = await build()
    await withdraw()
    await admin
      .patch(`/api/admin/users/${person.id}/status`)
      .send({ status: 'rejected' })
      .expect(200)
    const agent = await logIn(app, person)
    const message = { email: person.email, subject: 'Why?', message: 'Please say.', website: '' }
    await agent.post('/api/messages').send(message).expect(201)
    const { body: inbox } = await admin.get('/api/admin/messages').expect(200)
    await admin
      .post(`/api/admin/messages/${inbox[0].id}/reply`)
      .send({ body: 'Of course.' })
      .expect(201)
    const { rows } = await app.pool.query('select id, kind from mails where recipient = $1', [
      person.email,
    ])
    for (const { id } of rows) {
      await app.pool.query('update mails set next_attempt_at = now() where id = $1', [id])
      await attempt(id)
    }
    expect(rows.map(({ kind }) => String(kind)).toSorted()).toEqual(['rejected', 'reply'])
    expect(mailbox.mails).toHaveLength(2)
  })
})

const ask = async (email: string) =>
  (await admin.get('/api/admin/emails/recipient').query({ email }).expect(200)).body

describe('what the compose form is told of a recipient', () => {
  it('is their name and what they said', async () => {
    const { person, withdraw, agree } = await build()
    const name = 'Noor Haddad'
    expect(await ask(person.email)).toEqual({ name, emails: 'unasked' })
    await agree()
    expect(await ask(person.email)).toEqual({ name, emails: 'agreed' })
    await withdraw()
    expect(await ask(person.email)).toEqual({ name, emails: 'withdrawn' })
    expect(await ask('stranger@partner.example')).toEqual({ name: null, emails: 'unasked' })
    await admin.get('/api/admin/emails/recipient?email=nobody').expect(400)
  })
})
