import { beforeEach, describe, expect, it } from 'vitest'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { logIn, visit } from '@tests/support/portal/agents'
import { reuploadFile } from '@tests/support/portal/documents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { startAppBeside } from '@tests/support/portal/shared-app'
import { buildReferral, buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { sendDigest } from './notify-support'
import { sendQueuedMail } from './send-queued-mail'

const { mailbox, app, admin } = await startMailingApp()
beforeEach(() => app.pool.query('delete from support_notices'))

async function register(name: { firstName?: string; lastName?: string } = {}) {
  const { uploadKey } = await buildFile(app)
  const registration = buildRegistration({ uploadKey, ...name })
  return (await visit(app).post('/api/register').send(registration).expect(201)).body
}
const decide = (id: number, status: string) =>
  admin.patch(`/api/admin/users/${id}/status`).send({ status }).expect(200)
const attempt = (mailId: number) => sendQueuedMail(app, mailId)
const attemptAll = async () => {
  const { rows } = await app.pool.query('select id from mails order by id')
  for (const { id } of rows) await attempt(id)
}
const makeDue = (id: number) =>
  app.pool.query("update mails set next_attempt_at = now() - interval '1 minute' where id = $1", [
    id,
  ])
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
    expect(mailbox.mails[0]?.text).toContain('Hi Ada & <Co> Applicant')
    expect(mailbox.mails[0]?.html).toContain('Hi Ada &amp; &lt;Co&gt; Applicant')
    expect(mailbox.mails[0]?.text).toContain(`${app.origin}/login`)
    expect(mailbox.mails[0]?.html).toContain(`<a href="${app.origin}/disclosures"`)
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
    const draft = { to, subject: 'Dear {{lastName}} =?utf-8?Q?evil?=', body: 'Body' }
    await admin.post('/api/admin/emails').send(draft).expect(201)
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
