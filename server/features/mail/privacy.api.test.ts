import { afterAll, describe, expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logInAdmin, visit } from '@tests/support/portal/agents'
import { buildFile } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { startSharedMailbox } from '@tests/support/mail/shared-mailbox'
import { samples } from '@tests/support/samples/samples'
import { startJobs } from '../../jobs'

/** What no mail and no line of the log may hold. */
const secrets = {
  password: 'marker-first-password',
  newPassword: 'marker-second-password',
  wrongPassword: 'marker-wrong-password',
  smtpPassword: 'marker-smtp-password',
  appPassword: 'marker-app-password',
  monitoringPassword: 'marker-monitoring-password',
  monitoringNotes: 'marker-monitoring-notes',
  fileContent: 'marker-file-content',
  question: 'marker-question',
}
const settingsPath = '/api/admin/settings/email'

const mailbox = await startSharedMailbox()
const url = mailbox.url.replace('app-password', secrets.smtpPassword)
const app = await startSharedApp({ env: { SMTP_URL: url, SMTP_ALLOW_LOOPBACK: 'on' } })
const jobs = await startJobs(app, app.pool)
afterAll(() => jobs.stop())

const document = () => samples.pdf({ text: secrets.fileContent })
const mailTo = (address: string, subject: RegExp) =>
  mailbox.waitForMail((mail) => mail.to.includes(address) && subject.test(mail.subject))

async function register(uploadKey: string) {
  const applicant = buildRegistration({ uploadKey, password: secrets.password })
  const agent = visit(app)
  const { body } = await agent.post('/api/register').send(applicant).expect(201)
  await mailTo(applicant.email, /^Welcome/)
  return { id: Number(body.id), email: applicant.email, agent }
}

/** Both ways of applying, and the second document of one of the two. */
async function apply() {
  const uploader = await register((await buildFile(app, { sample: document() })).uploadKey)
  const [file] = (await uploader.agent.get('/api/files').expect(200)).body
  await uploader.agent
    .post(`/api/reupload/${file.id}`)
    .attach('file', document().bytes, { filename: 'again.pdf', contentType: document().type })
    .expect(200)
  const shared = await visit(app)
    .post('/api/credit-credentials')
    .send({
      serviceName: 'Monitor',
      serviceUrl: 'https://monitor.example',
      username: 'rosa',
      password: secrets.monitoringPassword,
      notes: secrets.monitoringNotes,
    })
    .expect(201)
  await register(shared.body.uploadKey)
  return uploader
}

/** Forgets the password and gets in again. Returns the token of the mail. */
async function resetPassword(email: string): Promise<string> {
  await visit(app).post('/api/login').send({ email, password: secrets.wrongPassword }).expect(401)
  await visit(app).post('/api/password-reset').send({ email }).expect(200)
  const { text } = await mailTo(email, /^Reset/)
  const [, token = ''] = /#token=([\w-]{43})\s/.exec(text) ?? []
  await visit(app)
    .post('/api/password-reset/confirm')
    .send({ token, password: secrets.newPassword })
    .expect(200)
  await mailTo(email, /was changed$/)
  return token
}

/** What the administrator does, with a mail server that refuses the login for a while. */
async function administer(userId: number, email: string): Promise<void> {
  const admin = await logInAdmin(app)
  await admin.get('/api/admin/credentials').expect(200)
  const own = {
    email: 'office@mail.example',
    appPassword: secrets.appPassword,
    host: '127.0.0.1',
    port: mailbox.port,
    secure: false,
  }
  await admin.post(settingsPath).send(own).expect(200)
  mailbox.behave('wrong password')
  const failed = await admin.post(`${settingsPath}/test-connection`).send(own).expect(200)
  expect(failed.body.success).toBe(false)
  await admin.patch(`/api/admin/users/${userId}/status`).send({ status: 'approved' }).expect(200)
  await releaseHeldMails(app.pool)
  await expect
    .poll(async () => (await admin.get('/api/admin/emails?status=queued')).body[0]?.lastError)
    .toContain('didn’t accept')
  mailbox.behave('working')
  const queued = (await admin.get('/api/admin/emails?status=queued')).body[0]
  await admin.post(`/api/admin/emails/${queued.id}/cancel`).expect(200)
  await admin.post(`/api/admin/emails/${queued.id}/resend`).expect(200)
  await mailTo(email, /approved$/)
}

describe('what a whole application leaves in mails and the log', () => {
  it('has no password, no document, no login and no link of anyone', async () => {
    const { id, email } = await apply()
    const token = await resetPassword(email)
    await administer(id, email)
    const question = { email, subject: 'Question', message: secrets.question }
    await visit(app).post('/api/messages').send(question).expect(201)
    await app.pool.query("update mails set created_at = created_at - interval '1 hour'")
    await app.pool.query("select graphile_worker.add_job('send-digest')")
    await mailTo(app.env.brand.supportEmail, /, and 2 more$/)

    const logged = app.logs()
    expect(logged).toContain('"level":20')
    for (const secret of [...Object.values(secrets), token]) {
      expect(logged).not.toContain(secret)
    }
    for (const mail of mailbox.mails) {
      const shown = [mail.subject, mail.text, mail.html, mail.raw].join('\n')
      expect(shown).not.toContain('marker')
      // The link is its owner's, in the one mail that was asked for.
      expect(shown.includes(token)).toBe(mail.subject.startsWith('Reset'))
    }
    const withToken = mailbox.mails.filter(({ text }) => text.includes(token))
    expect(withToken.map(({ to }) => to)).toEqual([[email]])
  })
})
