import { describe, expect, it } from 'vitest'
import { invalid } from '@tests/support/portal/answers'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { sendDigest } from './notify-support'
import { sendQueuedMail } from './send-queued-mail'

const { mailbox, app, admin } = await startMailingApp()

async function register(firstName: string) {
  const { uploadKey } = await buildFile(app)
  const registration = buildRegistration({ uploadKey, firstName })
  return (await visit(app).post('/api/register').send(registration).expect(201)).body
}
const decide = (id: number, status: string) =>
  admin.patch(`/api/admin/users/${id}/status`).send({ status }).expect(200)
const attempt = (mailId: number) => sendQueuedMail({ ...app, mailId })
const makeDue = (id: number) =>
  app.pool.query("update mails set next_attempt_at = now() - interval '1 minute' where id = $1", [
    id,
  ])

describe('steps of an application', () => {
  it('are mailed by the templates, whatever the mail server does meanwhile', async () => {
    await mailbox.goDown()
    const [ada, ben] = [await register('Ada & <Co>'), await register('Ben')]
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
    await app.pool.query('delete from support_notices')
    const { uploadKey } = await buildFile(app)
    const firstName = 'https://evil.example/a'
    const registration = buildRegistration({ uploadKey, firstName, lastName: 'www.evil.example' })
    await visit(app).post('/api/register').send(registration).expect(201)
    await sendDigest(app)
    const { rows } = await app.pool.query('select id from mails order by id')
    for (const { id } of rows) await attempt(id)
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
    const { uploadKey } = await buildFile(app)
    const firstName = `=?utf-8?B?${Buffer.from('Ada\r\nBcc: eve@evil.example').toString('base64')}?=`
    const registration = buildRegistration({ uploadKey, firstName, lastName: '=?utf-8?Q?evil?=' })
    await visit(app).post('/api/register').send(registration).expect(201)
    const draft = { to: registration.email, subject: 'Dear {{lastName}} =?utf-8?Q?evil?=' }
    await admin
      .post('/api/admin/emails')
      .send({ ...draft, body: 'Body' })
      .expect(201)
    const { rows } = await app.pool.query("select id from mails where kind <> 'digest' order by id")
    for (const { id } of rows) await attempt(id)
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

  it('are mailed once when two decisions at once say the same', async () => {
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

  it('go with the account', async () => {
    const user = await buildUser(app)
    await admin.patch(`/api/admin/users/${user.id}/status`).send({ status: 'approved' }).expect(200)
    await admin.delete(`/api/admin/users/${user.id}`).expect(200)
    expect((await app.pool.query('select 1 from mails')).rows).toEqual([])
  })
})

describe('the templates', () => {
  const path = '/api/admin/email-templates'

  it('can be edited and reset', async () => {
    const change = { subject: 'New {{firstName}}', body: 'Body' }
    const { body } = await admin.patch(`${path}/approved`).send(change).expect(200)
    expect(body).toMatchObject({ id: 'approved', ...change, isEdited: true })
    const user = await buildUser(app, { firstName: 'Kim' })
    await admin.patch(`/api/admin/users/${user.id}/status`).send({ status: 'approved' }).expect(200)
    const { rows } = await app.pool.query('select subject from mails')
    expect(rows).toEqual([{ subject: 'New Kim' }])
    const reset = await admin.delete(`${path}/approved`).expect(200)
    expect(reset.body).toMatchObject({ id: 'approved', isEdited: false })
    expect(reset.body.subject).toContain('approved')
  })

  it('take no unknown placeholder', async () => {
    await admin
      .patch(`${path}/welcome`)
      .send({ subject: 'Hi', body: '{{password}}' })
      .expect(400, invalid('body', 'Unknown placeholder: {{password}}'))
    await admin.patch(`${path}/other`).send({ subject: 'Hi', body: 'Hi' }).expect(404)
    await admin.delete(`${path}/other`).expect(404)
  })
})
