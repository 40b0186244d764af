import { describe, expect, it } from 'vitest'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { logIn } from '@tests/support/portal/agents'
import { reuploadFile } from '@tests/support/portal/documents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { meetAtLock, seeWaiting } from '@tests/support/portal/meet-at-lock'
import { samples } from '@tests/support/samples/samples'
import { defaultTemplates } from './default-templates'
import { sendQueuedMail, removeOldTexts } from './send-queued-mail'
import { queueMail } from './queue-mail'

const { mailbox, app, admin } = await startMailingApp()

async function decide(path: string, body: object): Promise<number> {
  const answer = await admin.patch(`/api/admin/${path}/status`).send(body).expect(200)
  return answer.body.decisionId
}
const undo = (id: number) => admin.post(`/api/admin/decisions/${id}/undo`)
const listMails = async () => {
  const { rows } = await app.pool.query<{
    id: number
    kind: string
    status: string
    attempts: number
    next_attempt_at: Date
  }>('select * from mails order by id')
  return rows
}
const states = async () => (await listMails()).map(({ kind, status }) => `${kind} ${status}`)
const attemptAll = async () => {
  for (const { id } of await listMails()) await sendQueuedMail(app, id)
}
/** Every mail whose minute is over. */
async function sendDue() {
  await releaseHeldMails(app.pool)
  await attemptAll()
}

describe('a mail about a decision', () => {
  it('waits a minute, job and all, and leaves then', async () => {
    const user = await buildUser(app)
    await decide(`users/${user.id}`, { status: 'approved' })
    const [mail] = await listMails()
    const waits = Number(mail?.next_attempt_at) - Date.now()
    expect(waits).toBeGreaterThan(50_000)
    expect(waits).toBeLessThanOrEqual(60_000)
    const { rows } = await app.pool.query(
      'select run_at from graphile_worker.jobs where key = $1',
      [`mail:${mail?.id}`],
    )
    expect(rows).toEqual([{ run_at: mail?.next_attempt_at }])
    await attemptAll()
    expect(mailbox.mails).toEqual([])
    await sendDue()
    expect(mailbox.mails).toMatchObject([
      { to: [user.email], subject: expect.stringMatching(/approved$/) },
    ])
  })

  it('goes nowhere when the decision was undone in time', async () => {
    const user = await buildUser(app)
    const taken = await decide(`users/${user.id}`, { status: 'rejected', reason: 'No answer' })
    const { body } = await undo(taken).expect(200)
    expect(body.mail).toBe('held-back')
    await sendDue()
    expect(mailbox.mails).toEqual([])
    expect(await states()).toEqual(['rejected cancelled'])
  })

  it('that has left is owned up to', async () => {
    const user = await buildUser(app)
    const taken = await decide(`users/${user.id}`, { status: 'approved' })
    await sendDue()
    expect((await undo(taken).expect(200)).body.mail).toBe('sent')
    expect(await states()).toEqual(['approved sent'])
  })

  it.each([
    { first: 'undo', told: ['held-back'], mails: 0 },
    { first: 'the mail', told: ['sent', 'unsure'], mails: 1 },
  ])('that leaves at that very moment: $first was first, and undo knows', async (race) => {
    const user = await buildUser(app)
    const taken = await decide(`users/${user.id}`, { status: 'approved' })
    await app.pool.query('update mails set next_attempt_at = now()')
    const [mail] = await listMails()
    const mailId = mail?.id ?? 0
    const takeBack = async () => (await undo(taken).expect(200)).body.mail
    const leave = () => sendQueuedMail(app, mailId)
    // Both wait for the mail, in the order in which they came to it.
    const lock = { statement: 'select 1 from mails where id = $1 for update', id: mailId }
    const [told] = await meetAtLock(app, lock, async () => {
      const first = race.first === 'undo' ? takeBack() : leave()
      await seeWaiting(app, 1)
      const second = race.first === 'undo' ? leave() : takeBack()
      return (await Promise.all([first, second])).filter(Boolean)
    })
    expect(race.told).toContain(told)
    expect(mailbox.mails).toHaveLength(race.mails)
  })

  it('is replaced by the next decision’s, which has a reason of its own', async () => {
    const user = await buildUser(app)
    await decide(`users/${user.id}`, { status: 'approved' })
    await decide(`users/${user.id}`, { status: 'rejected', reason: 'Score 640' })
    await decide(`users/${user.id}`, { status: 'rejected', reason: 'Score 641' })
    await decide(`users/${user.id}`, { status: 'rejected', reason: 'Score 641' })
    expect(await states()).toEqual(['approved cancelled', 'rejected cancelled', 'rejected queued'])
    await sendDue()
    expect(mailbox.mails).toHaveLength(1)
    expect(mailbox.mails[0]?.text).toContain('Score 641')
    await decide(`users/${user.id}`, { status: 'approved' })
    await decide(`users/${user.id}`, { status: 'pending' })
    await sendDue()
    expect(mailbox.mails).toHaveLength(1)
  })
})

describe('why, and what to do next', () => {
  it('comes after the first paragraph of the template, whose own words stay', async () => {
    const user = await buildUser(app, { firstName: 'Kim' })
    await decide(`users/${user.id}`, { status: 'rejected', reason: 'Your score is 640.' })
    await sendDue()
    const text = mailbox.mails[0]?.text ?? ''
    const [, news = '', next = ''] = defaultTemplates.rejected.body.split('\n\n')
    expect(text).toContain(`${news}\n\nHere’s why: Your score is 640.\n\n${next}`)
    const without = await buildUser(app)
    await decide(`users/${without.id}`, { status: 'rejected' })
    await sendDue()
    expect(mailbox.mails[1]?.text).toContain(`${news}\n\n${next}`)
  })

  it('is there with an edited template too, and never with an approval', async () => {
    const path = '/api/admin/email-templates'
    const edited = { subject: 'Sorry', body: 'One paragraph only.' }
    await admin.patch(`${path}/rejected`).send(edited).expect(200)
    const user = await buildUser(app)
    await decide(`users/${user.id}`, { status: 'rejected', reason: 'Score <640> {{email}}' })
    await sendDue()
    await admin.delete(`${path}/rejected`).expect(200)
    expect(mailbox.mails[0]?.text).toBe('One paragraph only.\n\nHere’s why: Score <640> {{email}}')
    expect(mailbox.mails[0]?.html).toContain('Score &lt;640&gt;')
    await decide(`users/${user.id}`, { status: 'approved', reason: 'Asked Jo.' })
    await sendDue()
    expect(mailbox.mails[1]?.text).not.toContain('Asked Jo')
  })
})

describe('the owner of a rejected document or login', () => {
  it('is told by mail which, why, and what to do', async () => {
    const owner = await buildUser(app, { firstName: 'Kim' })
    const file = await buildFile(app, { owner, fileName: 'report www.evil.example.pdf' })
    const login = await buildCredential(app, { owner })
    await decide(`files/${file.id}`, { status: 'rejected', reason: 'Page 2 is missing.' })
    await decide(`credentials/${login.id}`, { status: 'rejected' })
    await sendDue()
    expect(mailbox.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [[owner.email], 'We couldn’t accept a document you sent'],
      [[owner.email], 'We couldn’t use a login you shared'],
    ])
    const [document, shared] = mailbox.mails
    expect(document?.text).toContain('Hi Kim,')
    expect(document?.text).toContain('“report www. evil. example.pdf”')
    expect(document?.text).toContain('Here’s why: Page 2 is missing.')
    expect(document?.text).toContain('log in and replace the document')
    expect(document?.text).toContain(`${app.origin}/dashboard#document`)
    expect(shared?.text).toContain(`“${login.serviceName}”`)
    expect(shared?.text).not.toContain('Here’s why')
  })

  it('is told nothing else: no approval, no document of no one, none of a rejected person', async () => {
    const owner = await buildUser(app)
    const rejected = await buildUser(app, { status: 'rejected' })
    const own = await buildFile(app, { owner })
    const ofRejected = await buildFile(app, { owner: rejected })
    const orphan = await buildFile(app)
    for (const { id } of [ofRejected, orphan]) await decide(`files/${id}`, { status: 'rejected' })
    await decide(`files/${own.id}`, { status: 'approved' })
    await decide(`files/${own.id}`, { status: 'pending' })
    expect(await listMails()).toEqual([])
    const taken = await decide(`files/${own.id}`, { status: 'rejected' })
    await decide(`files/${own.id}`, { status: 'rejected' })
    expect(await states()).toEqual(['refusal queued'])
    expect((await undo(taken)).status).toBe(409)
  })
})

/** Someone with a document and a login rejected a moment ago. */
async function buildRejected() {
  const owner = await buildUser(app)
  const agent = await logIn(app, owner)
  const file = await buildFile(app, { owner })
  await reuploadFile(agent, file.id, samples.png()).expect(200)
  const login = await buildCredential(app, { owner })
  for (const path of [`files/${file.id}`, `credentials/${login.id}`])
    await decide(path, { status: 'rejected' })
  expect(await states()).toEqual(['refusal queued', 'refusal queued'])
  return { agent, fileId: file.id, loginId: login.id }
}
type Rejected = Awaited<ReturnType<typeof buildRejected>>

const another = {
  serviceName: 'Score Watch',
  serviceUrl: 'https://score-watch.example',
  username: 'rosa',
  password: 'another secret',
}
const putInPlace = ({ agent, fileId }: Rejected) => reuploadFile(agent, fileId, samples.jpeg())
const restore = ({ fileId }: Rejected) => admin.post(`/api/admin/files/${fileId}/restore`)
const removeFile = ({ fileId }: Rejected) => admin.delete(`/api/admin/files/${fileId}`)
const correct = ({ agent, loginId }: Rejected) =>
  agent.patch(`/api/credit-credentials/${loginId}`).send(another)
const withdrawLogin = ({ agent, loginId }: Rejected) =>
  agent.delete(`/api/credit-credentials/${loginId}`)
const removeLogin = ({ loginId }: Rejected) => admin.delete(`/api/admin/credentials/${loginId}`)

describe('the mail about a rejection is not sent', () => {
  const onlyLogin = ['refusal cancelled', 'refusal queued']
  const onlyFile = onlyLogin.toReversed()

  it.each([
    ['another document in its place', putInPlace, onlyLogin],
    ['an earlier document restored', restore, onlyLogin],
    ['the document deleted', removeFile, onlyLogin],
    ['the login corrected', correct, onlyFile],
    ['the login withdrawn', withdrawLogin, onlyFile],
    ['the login deleted', removeLogin, onlyFile],
  ] as const)('with %s', async (_how, act, left) => {
    await act(await buildRejected()).expect(200)
    expect(await states()).toEqual(left)
  })
})

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
    expect(await ask(person.email)).toMatchObject({
      name,
      emails: 'unasked',
      status: 'pending',
      values: { firstName: 'Noor', email: person.email, loginLink: `${app.origin}/login` },
    })
    await agree()
    expect(await ask(person.email)).toMatchObject({ name, emails: 'agreed', status: 'pending' })
    await withdraw()
    expect(await ask(person.email)).toMatchObject({ name, emails: 'withdrawn', status: 'pending' })
    expect(await ask('stranger@partner.example')).toMatchObject({
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
