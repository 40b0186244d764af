import { describe, expect, it } from 'vitest'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { logIn } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { queueMail } from './queue-mail'
import { sendQueuedMail, removeOldTexts } from './send-queued-mail'

const { mailbox, app, admin } = await startMailingApp()

const compose = (changes: object = {}) => {
  const draft = { to: 'ada@partner.example', subject: 'Hello', body: 'Some words.' }
  return admin.post('/api/admin/emails').send({ ...draft, ...changes })
}
const attempt = (mailId: number) => sendQueuedMail(app, mailId)

describe('a composed mail', () => {
  it('has the placeholders of a template filled in for someone with an account', async () => {
    const user = await buildUser(app, { firstName: 'Zoë', lastName: '<i>{{email}}</i>' })
    const words = {
      subject: 'For {{firstName}}',
      body: 'Dear {{lastName}}, log in at {{loginLink}}',
    }
    const { body } = await compose({ to: user.email, ...words }).expect(201)
    await attempt(body.id)
    const [mail] = mailbox.mails
    expect(mail?.subject).toBe('For Zoë')
    const [text] = mail?.text.split('\n\n') ?? []
    expect(text).toBe(`Dear <i>{{email}}</i>, log in at ${app.origin}/login`)
    expect(mail?.html).toContain('Dear &lt;i&gt;{{email}}&lt;/i&gt;')
  })

  it('is answered at the support mailbox, unless it comes from there', async () => {
    const { supportEmail } = app.env.brand
    const { smtp } = app.env
    for (const [from, replyTo] of [
      ['portal@mail.example', supportEmail],
      [`"Portal" <${supportEmail.toUpperCase()}>`, ''],
    ] as const) {
      const { body } = await compose().expect(201)
      await sendQueuedMail(
        { ...app, env: { ...app.env, smtp: smtp && { ...smtp, from } } },
        body.id,
      )
      expect(mailbox.mails.at(-1)?.replyTo).toBe(replyTo)
    }
  })

  it.each([
    [{ body: 'Hi {{frstName}}' }, 'body', 'Unknown placeholder: {{frstName}}'],
    [
      { subject: 'For {{referralName}} {{x}}' },
      'subject',
      'Unknown placeholder: {{referralName}}, {{x}}',
    ],
    [{ body: 'Hi {{firstName}' }, 'body', 'A placeholder is not closed: {{name}}'],
  ])('names placeholders that there are not: %o', async (words, field, message) => {
    const { body } = await compose(words).expect(400)
    expect(body.errors).toEqual({ [field]: message })
  })

  it('that begins as a template goes to no one whose application says otherwise', async () => {
    const statuses = { welcome: 'pending', approved: 'approved', rejected: 'rejected' } as const
    const { body: templates } = await admin.get('/api/admin/email-templates').expect(200)
    for (const status of Object.values(statuses)) {
      const person = await buildUser(app, { status, firstName: 'Noor', lastName: 'Haddad' })
      for (const [template, fits] of Object.entries(statuses)) {
        const { body: words } = templates.find(({ id }: { id: string }) => id === template)
        const expected = status === fits ? 201 : 409
        // As the page sends it, with words changed; and from a call that doesn't say what it began as.
        await compose({ to: person.email, template }).expect(expected)
        await compose({ to: person.email, body: words }).expect(expected)
      }
      await compose({ to: person.email }).expect(201)
    }
    const { body } = await compose({ template: 'approved' }).expect(409)
    const message = '“Application Approved” doesn’t fit: this address has no application.'
    expect(body).toMatchObject({ message, errors: { to: message } })
  })

  it('takes no placeholder for an address that has no account', async () => {
    const { body } = await compose({ body: 'Hi {{firstName}}' }).expect(400)
    expect(body.errors.body).toMatch(/^No account has this address.*\{\{firstName\}\}/)
  })
})

/** Someone who can change their mind about emails from us. */
async function build() {
  const person = await buildUser(app, { firstName: 'Noor', lastName: 'Haddad' })
  const agent = await logIn(app, person)
  const say = (isGiven: boolean) =>
    agent.post('/api/consents/email').send({ isGiven, textVersion: 'email.2' }).expect(200)
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
    await compose({ to: person.email }).expect(201)
    await withdraw()
    for (const to of [person.email, person.email.toUpperCase()]) {
      const { body } = await compose({ to }).expect(409)
      expect(body).toMatchObject(refusal)
    }
    await agree()
    await compose({ to: person.email }).expect(201)
  })

  it('gets nothing that was written before and had not left', async () => {
    const { person, withdraw } = await build()
    const { body: mail } = await compose({ to: person.email, body: 'Dear {{firstName}}' }).expect(
      201,
    )
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

describe('what the compose form knows about a recipient', () => {
  it('is their name and what they said', async () => {
    const { person, withdraw, agree } = await build()
    const name = 'Noor Haddad'
    expect(await ask(person.email)).toEqual({ name, emails: 'unasked', status: 'pending' })
    await agree()
    expect(await ask(person.email)).toEqual({ name, emails: 'agreed', status: 'pending' })
    await withdraw()
    expect(await ask(person.email)).toEqual({ name, emails: 'withdrawn', status: 'pending' })
    expect(await ask('stranger@partner.example')).toEqual({
      name: null,
      emails: 'unasked',
      status: null,
    })
    await admin.get('/api/admin/emails/recipient?email=nobody').expect(400)
  })
})

const buildOld = (status: string, days: number): Promise<number> =>
  app.db.transaction(async (tx) => {
    const words = { subject: `${status}, ${days} days old`, text: 'Hello' }
    const id = await queueMail(
      { ...app, db: tx },
      { kind: 'composed', recipient: 'a@b.example', ...words },
    )
    await tx.execute(
      `update mails set status = '${status}', created_at = now() - interval '${days} days'
       where id = ${id}`,
    )
    return id
  })

describe('the texts of mails', () => {
  it('go after 90 days, unless the mail has yet to leave; that it was sent stays', async () => {
    for (const status of ['sent', 'failed', 'cancelled', 'queued']) await buildOld(status, 91)
    await buildOld('sent', 89)
    // More than one batch removes.
    await app.pool.query(
      `insert into mails (message_id, kind, recipient, subject, sealed_content, status, created_at)
       select n, 'composed', 'a@b.example', 'bulk', 'x', 'sent', now() - interval '91 days'
       from generate_series(1, 2100) n`,
    )
    await removeOldTexts(app.db)
    const { rows } = await app.pool.query(
      'select subject from mails where sealed_content is not null order by id',
    )
    expect(rows).toEqual([{ subject: 'queued, 91 days old' }, { subject: 'sent, 89 days old' }])
    expect((await app.pool.query('select 1 from mails')).rows).toHaveLength(2105)
  })

  it('cannot be sent again then', async () => {
    const id = await buildOld('sent', 91)
    await removeOldTexts(app.db)
    const { body } = await admin.get('/api/admin/emails').expect(200)
    expect(body).toMatchObject([{ id, status: 'sent', canResend: false }])
    await admin
      .post(`/api/admin/emails/${id}/resend`)
      .expect(409, { message: 'This email cannot be sent again.', code: 'conflict' })
  })
})
