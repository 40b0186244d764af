import { describe, expect, it, onTestFinished, beforeEach } from 'vitest'
import { startMailbox } from '@tests/support/mail/mailbox'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { ascending } from '@tests/support/portal/answers'
import type { TestApp } from '@tests/support/portal/app'
import { buildUser, buildFile } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { startAppBeside } from '@tests/support/portal/shared-app'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { logIn, visit } from '@tests/support/portal/agents'
import { reuploadFile } from '@tests/support/portal/documents'
import { buildReferral, buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { startJobs } from '../../jobs'
import { queueMail } from './queue-mail'
import { sendQueuedMail } from './send-queued-mail'
import { sendDigest } from './notify-support'

const { mailbox, app, admin } = await startMailingApp()

const draft = { to: 'ada@partner.example', subject: 'Hello', body: 'Some words.' }
const compose = async (changes: object = {}): Promise<number> => {
  const { body } = await admin
    .post('/api/admin/emails')
    .send({ ...draft, ...changes })
    .expect(201)
  return body.id
}
const attempt = (mailId: number) => sendQueuedMail(app, mailId)
const row = async (id: number) =>
  (await app.pool.query('select * from mails where id = $1', [id])).rows[0]
const makeDue = (id: number) =>
  app.pool.query("update mails set next_attempt_at = now() - interval '1 minute' where id = $1", [
    id,
  ])
/** What the log says of attempts that failed. */
const readRefusals = (portal: TestApp) =>
  portal
    .logs()
    .split('\n')
    .filter((line) => line.includes('"msg":"mail not sent"'))
    .map((line) => JSON.parse(line))
const waitingJobs = async () => {
  const { rows } = await app.pool.query(
    "select key, run_at from graphile_worker.jobs where task_identifier = 'send-mail'",
  )
  return rows
}

describe('the outbox', () => {
  it('takes a mail with its job, its text sealed, and sends it once', async () => {
    const id = await compose({ body: 'marker words' })
    expect(JSON.stringify(await row(id))).not.toContain('marker')
    expect(await waitingJobs()).toContainEqual(expect.objectContaining({ key: `mail:${id}` }))
    await Promise.all([attempt(id), attempt(id), attempt(id)])
    expect(mailbox.mails).toHaveLength(1)
    expect(mailbox.mails[0]).toMatchObject({ to: [draft.to], text: 'marker words' })
    expect(mailbox.mails[0]?.html).toContain('marker words')
    expect(await row(id)).toMatchObject({ status: 'sent', attempts: 1, last_error: null })
    await attempt(id)
    expect(mailbox.mails).toHaveLength(1)
    const list = await admin.get('/api/admin/emails?status=sent').expect(200)
    expect(list.body).toHaveLength(1)
    expect(JSON.stringify(list.body)).not.toContain('marker')
  })

  it('tries again after greylisting, later each time, under one Message-ID', async () => {
    mailbox.behave('greylisting')
    const id = await compose()
    const { message_id: messageId } = await row(id)
    const waits: number[] = []
    for (const attempts of [1, 2, 3]) {
      await attempt(id)
      const mail = await row(id)
      expect(mail).toMatchObject({ status: 'queued', attempts, message_id: messageId })
      expect(mail.last_error).toContain('asked us to try again later')
      waits.push(mail.next_attempt_at.getTime() - Date.now())
      const job = (await waitingJobs()).find(({ key }) => key === `mail:${id}`)
      expect(job.run_at).toEqual(mail.next_attempt_at)
      // An attempt before it is due does nothing.
      await attempt(id)
      expect((await row(id)).attempts).toBe(attempts)
      await makeDue(id)
    }
    expect(waits[1]).toBeGreaterThan(waits[0] ?? Infinity)
    expect(waits[2]).toBeGreaterThan(waits[1] ?? Infinity)
    mailbox.behave('working')
    await attempt(id)
    expect(mailbox.mails.map((mail) => mail.messageId)).toEqual([messageId])
  })

  it('leaves a line in the log of each attempt that failed, without anything of the mail', async () => {
    const before = readRefusals(app).length
    mailbox.behave('greylisting')
    const id = await compose({ subject: 'marker subject', body: 'marker body' })
    await attempt(id)
    await makeDue(id)
    mailbox.behave('refused recipient')
    await attempt(id)
    const mail = { mailId: id, kind: 'composed', level: 40 }
    expect(readRefusals(app).slice(before)).toMatchObject([
      { ...mail, attempt: 1, isFinal: false, reason: expect.stringContaining('try again later') },
      { ...mail, attempt: 2, isFinal: true, code: 'EENVELOPE' },
    ])
    expect(app.logs()).not.toMatch(/marker|ada@partner/)
  })

  it('names a certificate that is not trusted in the log, and shows it neither password nor mail', async () => {
    const encrypted = await startMailbox({ tls: { mode: 'implicit', names: ['localhost'] } })
    onTestFinished(() => encrypted.close())
    const url = encrypted.url.replace('smtp:', 'smtps:')
    const distrustful = await startAppBeside(app, { SMTP_URL: url })
    const id = await compose()
    await sendQueuedMail(distrustful, id)
    const [line] = readRefusals(distrustful)
    expect(line).toMatchObject({
      mailId: id,
      isFinal: false,
      reason: expect.stringContaining('certificate is not trusted'),
      code: 'ESOCKET',
    })
    expect(encrypted).toMatchObject({ logins: [], mails: [] })
  })

  it('repeats a mail whose receipt was lost under the same Message-ID', async () => {
    mailbox.behave('dropped after DATA')
    const id = await compose()
    await attempt(id)
    mailbox.behave('working')
    await makeDue(id)
    await attempt(id)
    const ids = mailbox.mails.map((mail) => mail.messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(await row(id)).toMatchObject({ status: 'sent', attempts: 2 })
  })

  it('gives up right away when the recipient is refused, and can be told to try again', async () => {
    mailbox.behave('refused recipient')
    const id = await compose()
    await attempt(id)
    const lastError = 'The mail server refused the recipient. Check the address.'
    const { body } = await admin.get('/api/admin/emails').expect(200)
    expect(body).toEqual([
      expect.objectContaining({ status: 'failed', lastError, canResend: true }),
    ])
    mailbox.behave('working')
    await admin.post(`/api/admin/emails/${id}/resend`).expect(200)
    await attempt(id)
    expect(mailbox.mails).toHaveLength(1)
    // Sent once more, it is another mail.
    await admin.post(`/api/admin/emails/${id}/resend`).expect(200)
    await attempt(id)
    expect(new Set(mailbox.mails.map((mail) => mail.messageId)).size).toBe(2)
  })

  it('sends nothing about an introduction to an address that its reader no longer has', async () => {
    const { id: userId, email: recipient } = await buildUser(app)
    const words = { subject: 'It’s a match', text: 'Their phone number' }
    const mail = { kind: 'meeting', matchSide: 'partner', userId, recipient, ...words } as const
    const id = await app.db.transaction((tx) => queueMail({ ...app, db: tx }, mail))
    await attempt(id)
    await admin.post(`/api/admin/emails/${id}/resend`).expect(200)
    await attempt(id)
    await app.pool.query("update users set email = 'new@partner.example' where id = $1", [userId])
    await admin.post(`/api/admin/emails/${id}/resend`).expect(409)
  })

  it('keeps a cancelled mail', async () => {
    const id = await compose()
    const { body } = await admin.post(`/api/admin/emails/${id}/cancel`).expect(200)
    expect(body).toMatchObject({ id, status: 'cancelled', canResend: true })
    await attempt(id)
    expect(mailbox.mails).toEqual([])
    await admin.post(`/api/admin/emails/${id}/cancel`).expect(409)
  })

  it('lets go of a held mail after a minute, in which it can be canceled', async () => {
    const [canceled, held] = [await compose({ isHeld: true }), await compose({ isHeld: true })]
    const { created_at, next_attempt_at } = await row(held)
    expect(Math.round((next_attempt_at - created_at) / 1000)).toBe(60)
    expect(await waitingJobs()).toContainEqual({ key: `mail:${held}`, run_at: next_attempt_at })
    await Promise.all([attempt(canceled), attempt(held)])
    expect(mailbox.mails).toEqual([])
    await admin.post(`/api/admin/emails/${canceled}/cancel`).expect(200)
    for (const id of [canceled, held]) await makeDue(id).then(() => attempt(id))
    expect(mailbox.mails).toHaveLength(1)
  })

  it('leaves a mail as it was canceled while its server was silent', async () => {
    mailbox.behave('silent')
    const id = await compose()
    const connection = mailbox.waitForConnection()
    const sending = attempt(id)
    await connection
    await admin.post(`/api/admin/emails/${id}/cancel`).expect(200)
    const canceled = await row(id)
    expect(canceled.attempts).toBe(1)
    await mailbox.goDown()
    await sending
    await mailbox.comeBack()
    expect(await row(id)).toEqual(canceled)
  })

  it('sends a mail once that is sent again by two at the same time', async () => {
    const id = await compose()
    await admin.post(`/api/admin/emails/${id}/cancel`).expect(200)
    const lock = { statement: 'select 1 from mails where id = $1 for update', id }
    const answers = await meetAtLock(app, lock, () =>
      Promise.all([1, 2].map(() => admin.post(`/api/admin/emails/${id}/resend`))),
    )
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
  })

  it('tries a mail again whose process was killed, once its attempt is surely over', async () => {
    mailbox.behave('silent')
    const id = await compose()
    await app.pool.query("select graphile_worker.remove_job('mail:' || $1::text)", [id])
    const connection = mailbox.waitForConnection()
    const killed = attempt(id)
    await connection
    // The job that was given back runs while the attempt may still be under way.
    await attempt(id)
    expect(await row(id)).toMatchObject({ status: 'queued', attempts: 1 })
    const { rows } = await app.pool.query(
      `select job.run_at - mail.next_attempt_at <= interval '1 millisecond' as "isThen" from graphile_worker.jobs job, mails mail
       where job.key = 'mail:' || mail.id and mail.id = $1`,
      [id],
    )
    expect(rows).toEqual([{ isThen: true }])
    await mailbox.goDown()
    await killed
    await mailbox.comeBack()
  })
})

describe('two processes', () => {
  const count = 30
  const queueAll = () =>
    app.db.transaction(async (tx) => {
      for (let number = 0; number < count; number += 1) {
        const recipient = `partner-${number}@partner.example`
        const words = { subject: `Number ${number}`, text: 'Hello' }
        await queueMail({ ...app, db: tx }, { kind: 'composed', recipient, ...words })
      }
    })

  it('send every mail once, also when one stops in the middle', async () => {
    const second = await startAppBeside(app, { SMTP_URL: mailbox.url })
    const workers = [await startJobs(app, app.pool), await startJobs(second, second.pool)]
    await queueAll()
    await mailbox.waitForMail(() => mailbox.mails.length > 10)
    await workers[0]?.stop()
    await mailbox.waitForMail(() => mailbox.mails.length >= count)
    await workers[1]?.stop()
    const { rows } = await app.pool.query(
      'select status, count(*)::int from mails group by status order by status',
    )
    expect(rows).toEqual([{ status: 'sent', count }])
    expect(mailbox.mails).toHaveLength(count)
    expect(new Set(mailbox.mails.map((mail) => mail.messageId)).size).toBe(count)
    expect(new Set(mailbox.mails.flatMap((mail) => mail.to)).size).toBe(count)
  })
})

beforeEach(() => app.pool.query('delete from support_notices'))

async function register(name: { firstName?: string; lastName?: string } = {}) {
  const { uploadKey } = await buildFile(app)
  const registration = buildRegistration({ uploadKey, ...name })
  return (await visit(app).post('/api/register').send(registration).expect(201)).body
}

const decide = (id: number, status: string) =>
  admin.patch(`/api/admin/users/${id}/status`).send({ status }).expect(200)

const attemptAll = async () => {
  const { rows } = await app.pool.query('select id from mails order by id')
  for (const { id } of rows) await attempt(id)
}

/** As if the digest before were an hour old. */
const passAnHour = () =>
  app.pool.query("update mails set created_at = created_at - interval '1 hour'")

describe('steps of an application', () => {
  it('are mailed by the templates, whatever the mail server does in the meantime', async () => {
    await mailbox.goDown()
    const [ada, ben] = [
      await register({ firstName: 'Ada & <Co>' }),
      await register({ firstName: 'Ben' }),
    ]
    for (const status of ['approved', 'approved']) await decide(ada.id, status)
    for (const status of ['pending', 'rejected']) await decide(ben.id, status)
    const { rows } = await app.pool.query(
      "select id, kind, recipient from mails where kind <> 'digest' order by id",
    )
    expect(rows.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['welcome', ada.email],
      ['welcome', ben.email],
      ['approved', ada.email],
      ['rejected', ben.email],
    ])
    await releaseHeldMails(app.pool)
    for (const { id } of rows) await attempt(id)
    expect(mailbox.mails).toEqual([])
    await mailbox.comeBack()
    for (const { id } of rows) {
      await makeDue(id)
      await attempt(id)
    }
    expect(mailbox.mails).toHaveLength(4)
    expect(mailbox.mails[0]?.text).toContain('Hi Ada & <Co>,')
    expect(mailbox.mails[0]?.html).toContain('Hi Ada &amp; &lt;Co&gt;,')
    expect(mailbox.mails[0]?.text).toContain(`${app.origin}/login`)
    expect(mailbox.mails[0]?.html).toContain(`<a href="${app.origin}/disclosures"`)
    // As the administrator reads it, the link for its reader alone is left out.
    const { body } = await admin.get(`/api/admin/emails/${rows[0].id}/text`).expect(200)
    const read = mailbox.mails[0]?.text.trim().replace(/#token=[\w-]+/, '#token=…')
    expect(body.text.trim()).toBe(read)
    await admin.get('/api/admin/emails/2147483647/text').expect(404)
  })

  it('link nowhere but to the portal, whatever an applicant is called', async () => {
    await register({ firstName: 'https://evil.example/a', lastName: 'www.evil.example' })
    await sendDigest(app)
    await attemptAll()
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
      'Welcome to the Credit Partner Program, https: evil. example/a',
      expect.stringMatching(/^New application: https: evil\. example\/a www\. evil\. example \(/),
    ])
    for (const { html } of mailbox.mails) {
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
      expect(links.length).toBeGreaterThan(0)
      for (const link of links) expect(link).toMatch(app.origin)
    }
  })

  it('carry no encoded word in a header, whatever an applicant is called', async () => {
    const firstName = `=?utf-8?B?${Buffer.from('Ada\r\nBcc: eve@evil.example').toString('base64')}?=`
    const { email: to } = await register({ firstName, lastName: '=?utf-8?Q?evil?=' })
    const evil = { to, subject: 'Dear {{lastName}} =?utf-8?Q?evil?=', body: 'Body' }
    await admin.post('/api/admin/emails').send(evil).expect(201)
    await attemptAll()
    expect(mailbox.mails).toHaveLength(2)
    expect(mailbox.mails[1]?.subject).toBe('Dear ?utf-8?Q?evil?= ?utf-8?Q?evil?=')
    for (const { raw } of mailbox.mails) {
      const [headers = ''] = raw.split('\r\n\r\n')
      expect(headers).toContain(' ?utf-8?')
      expect(headers).not.toContain('=?')
    }
  })

  it('leave no mail when they did not happen', async () => {
    await visit(app)
      .post('/api/register')
      .send(buildRegistration({ uploadKey: 'A'.repeat(43) }))
      .expect(400)
    expect((await app.pool.query('select 1 from mails')).rows).toEqual([])
  })

  it('are mailed once when two decisions at the same time say the same', async () => {
    const { id } = await buildUser(app)
    const lock = { statement: 'select 1 from users where id = $1 for update', id }
    const answers = await meetAtLock(app, lock, () =>
      Promise.all(
        [1, 2].map(() => admin.patch(`/api/admin/users/${id}/status`).send({ status: 'approved' })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await app.pool.query('select kind from mails where user_id = $1', [id])
    expect(rows).toEqual([{ kind: 'approved' }])
  })
})

describe('the templates', () => {
  const path = '/api/admin/email-templates'

  it('can be edited and reset', async () => {
    const change = { subject: 'New {{firstName}}', body: 'Body' }
    const { body } = await admin.patch(`${path}/approved`).send(change).expect(200)
    expect(body).toMatchObject({ id: 'approved', ...change, isEdited: true })
    const user = await buildUser(app, { firstName: 'Kim' })
    await decide(user.id, 'approved')
    const { rows } = await app.pool.query('select subject from mails')
    expect(rows).toEqual([{ subject: 'New Kim' }])
    const reset = await admin.delete(`${path}/approved`).expect(200)
    expect(reset.body).toMatchObject({ id: 'approved', isEdited: false })
    expect(reset.body.subject).toContain('approved')
  })
})

const select = async (statement: string) => (await app.pool.query(statement)).rows

const digests = () =>
  select("select id, recipient, subject from mails where kind = 'digest' order by id")

const digestJobs = () =>
  select("select run_at from graphile_worker.jobs where task_identifier = 'send-digest'")

const write = (subject: string, portal = app) =>
  visit(portal)
    .post('/api/messages')
    .send({ email: 'visitor@partner.example', subject, message: 'marker words' })
    .expect(201)

describe('the support mailbox', () => {
  it('is told about everything new in one mail, at most once an hour', async () => {
    await register()
    const user = await buildUser(app)
    const file = await buildFile(app, { owner: user })
    const sample = samples.pdf({ text: 'Second' })
    await reuploadFile(await logIn(app, user), file.id, sample).expect(200)
    await write('First question')
    await visit(app).post('/api/referrals').send(buildReferral()).expect(201)
    expect(await digestJobs()).toHaveLength(1)

    await Promise.all([sendDigest(app), sendDigest(app)])
    expect(await digests()).toEqual([
      expect.objectContaining({
        recipient: app.env.brand.supportEmail,
        subject: expect.stringMatching(/^New application: .+, and 3 more$/),
      }),
    ])
    expect(await select('select 1 from support_notices')).toEqual([])

    await write('Second question')
    const [job] = await digestJobs()
    expect(job.run_at.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
    await sendDigest(app)
    expect(await digests()).toHaveLength(1)
    await passAnHour()
    await sendDigest(app)
    expect((await digests()).at(-1)).toMatchObject({
      subject: 'New support message from visitor@partner.example: Second question',
    })
  })

  it('is told what is new, and not what is in it', async () => {
    await write('Third question')
    await sendDigest(app)
    await attemptAll()
    const [mail] = mailbox.mails
    expect(mail?.text).toContain('New support message from visitor@partner.example: Third question')
    expect(mail?.text).toMatch(/\/admin\/messages\?open=\d+/)
    expect(mail?.raw).not.toContain('marker')
  })

  it('is not misled by a long subject or one that a header would decode', async () => {
    for (const subject of [`${'long '.repeat(39)}end`, '=?utf-8?B?RXZpbA==?=']) {
      await passAnHour()
      await write(subject)
      await sendDigest(app)
    }
    const [long, encoded] = await digests()
    expect(long.subject).toHaveLength(120)
    expect(long.subject).toMatch(/^New support message from visitor@partner\.example: long .*…$/)
    expect(encoded.subject).not.toContain('=?')
  })

  it('gets nothing while no sender is configured', async () => {
    const silent = await startAppBeside(app, {})
    await write('Hello', silent)
    expect(await select('select 1 from support_notices')).toEqual([])
  })
})
