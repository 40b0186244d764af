import { describe, expect, it } from 'vitest'
import { startTestApp } from '@tests/support/portal/app'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { buildReferral, buildRegistration } from '@tests/support/samples/forms'
import { startSharedMailbox } from '@tests/support/mail/shared-mailbox'
import { samples } from '@tests/support/samples/samples'
import { sendDigest } from './notify-support'
import { sendQueuedMail } from './send-queued-mail'

const mailbox = await startSharedMailbox()
const app = await startSharedApp({ env: { SMTP_URL: mailbox.url } })

const digests = async () => {
  const { rows } = await app.pool.query(
    "select id, recipient, subject from mails where kind = 'digest' order by id",
  )
  return rows
}
const digestJobs = async () => {
  const { rows } = await app.pool.query(
    "select run_at from graphile_worker.jobs where task_identifier = 'send-digest'",
  )
  return rows
}
const write = (subject: string) =>
  visit(app)
    .post('/api/messages')
    .send({ email: 'visitor@partner.example', subject, message: 'marker words' })
    .expect(201)

describe('the support mailbox', () => {
  it('hears of everything new in one mail, at most once an hour', async () => {
    const { uploadKey } = await buildFile(app)
    const registration = buildRegistration({ uploadKey })
    await visit(app).post('/api/register').send(registration).expect(201)
    const user = await buildUser(app)
    const file = await buildFile(app, { owner: user })
    const partner = await logIn(app, user)
    const sample = samples.pdf({ text: 'Second' })
    await partner
      .post(`/api/reupload/${file.id}`)
      .attach('file', sample.bytes, { filename: sample.name, contentType: sample.type })
      .expect(200)
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
    const { rows } = await app.pool.query('select count(*)::int as left from support_notices')
    expect(rows[0].left).toBe(0)

    await write('Second question')
    const [job] = await digestJobs()
    expect(job.run_at.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
    await sendDigest(app)
    expect(await digests()).toHaveLength(1)
    await app.pool.query("update mails set created_at = created_at - interval '1 hour'")
    await sendDigest(app)
    expect((await digests()).at(-1)).toMatchObject({
      subject: 'New support message from visitor@partner.example: Second question',
    })
  })

  it('is told what is new, and not what is in it', async () => {
    await app.pool.query("update mails set created_at = created_at - interval '1 hour'")
    await write('Third question')
    await sendDigest(app)
    const id = (await digests()).at(-1)?.id
    await sendQueuedMail({ ...app, mailId: id })
    const [mail] = mailbox.mails
    expect(mail?.text).toContain('New support message from visitor@partner.example: Third question')
    expect(mail?.text).toMatch(/\/admin\/messages\?open=\d+/)
    expect(mail?.raw).not.toContain('marker')
  })

  it('is not misled by a long subject or one that a header would decode', async () => {
    for (const subject of [`${'long '.repeat(39)}end`, '=?utf-8?B?RXZpbA==?=']) {
      await app.pool.query("update mails set created_at = created_at - interval '1 hour'")
      await write(subject)
      await sendDigest(app)
    }
    const [long, encoded] = (await digests()).slice(-2)
    expect(long.subject).toHaveLength(120)
    expect(long.subject).toMatch(/^New support message from visitor@partner\.example: long .*…$/)
    expect(encoded.subject).not.toContain('=?')
  })

  it('hears nothing while no sender is configured', async () => {
    const silent = await startTestApp()
    await visit(silent)
      .post('/api/messages')
      .send({ email: 'visitor@partner.example', subject: 'Hello', message: 'Text' })
      .expect(201)
    const { rows } = await silent.pool.query('select 1 from support_notices')
    expect(rows).toEqual([])
    await silent.close()
  })
})
