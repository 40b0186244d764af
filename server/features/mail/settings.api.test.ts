import { describe, expect, it } from 'vitest'
import { fakeMailSettings } from '@tests/support/mail/no-mail-settings'
import { invalid, tooMany } from '@tests/support/portal/answers'
import { mailSettingsPath as path, startMailSettings } from '@tests/support/mail/mail-settings'
import { sendQueuedMail } from './send-queued-mail'

const { mailbox, app, admin, settings, startBeside, test } = await startMailSettings()
const { appPassword } = settings()
const save = (changes: object = {}) => admin.post(path).send(settings(changes))
const sendTest = (to: unknown) => admin.post(`${path}/send-test`).send({ to })

describe('the email settings', () => {
  it('are the defaults, without a sender, until some are saved', async () => {
    await admin.get(path).expect(200, fakeMailSettings())
    const unsaved = { message: 'Please save the email settings first.', code: 'bad_request' }
    await sendTest('a@b.example').expect(400, unsaved)
  })

  it('keep the password sealed and never give it back', async () => {
    const { body } = await save().expect(200)
    expect(body).toMatchObject({ appPassword: true, email: 'portal@mail.example' })
    expect(body.sender).toEqual({
      source: 'settings',
      from: 'portal@mail.example',
      host: '127.0.0.1',
      port: mailbox.port,
    })
    const { rows } = await app.pool.query('select * from email_settings')
    const events = await app.pool.query('select * from audit_events')
    for (const seen of [body, rows, events.rows, app.logs()]) {
      expect(JSON.stringify(seen)).not.toContain('marker')
    }
    expect(rows).toHaveLength(1)
    expect(events.rows.at(-1)).toMatchObject({ action: 'settings.changed' })
  })

  it('UNCHANGED keeps the stored password, also when the rest changes', async () => {
    await save().expect(200)
    const changes = { email: 'other@mail.example', appPassword: 'UNCHANGED' }
    await save(changes).expect(200)
    await test(changes).expect(200)
    expect(mailbox.logins.at(-1)).toEqual({ user: 'other@mail.example', password: appPassword })
  })

  it('UNCHANGED sends the stored password to no other host', async () => {
    await save().expect(200)
    const message = 'Please enter the app password again to use it with another mail host.'
    const elsewhere = { appPassword: 'UNCHANGED', host: 'localhost' }
    await save(elsewhere).expect(400, invalid('appPassword', message))
    await test(elsewhere).expect(400, invalid('appPassword', message))
    expect(mailbox.logins).toEqual([])
  })

  it.each([
    ['UNCHANGED', 'No app password is stored yet. Please enter one.'],
    ['DEFAULT', 'No default mailbox is configured.'],
    ['', 'No default mailbox is configured.'],
    [undefined, 'No default mailbox is configured.'],
  ])('refuse %j while there is nothing it stands for', async (sent, message) => {
    await save({ appPassword: sent }).expect(400, invalid('appPassword', message))
    expect((await app.pool.query('select * from email_settings')).rows).toEqual([])
  })

  it('take a port as text', async () => {
    const { body } = await save({ port: '2525' }).expect(200)
    expect(body.port).toBe(2525)
  })
})

describe('the connection test', () => {
  it('logs in without sending anything', async () => {
    await test().expect(200, {
      success: true,
      message: 'The mail server accepted the connection and the login.',
    })
    expect(mailbox.mails).toEqual([])
  })

  it('says what to do about a wrong password, and not what the server said', async () => {
    mailbox.behave('wrong password')
    const { body } = await test().expect(200)
    expect(body.success).toBe(false)
    expect(body.message).toContain('didn’t accept the email address and app password')
    expect(body.message).not.toContain('inner words')
  })
})

describe('the test mail', () => {
  it('arrives', async () => {
    await save().expect(200)
    const to = 'someone@mail.example'
    await sendTest(to).expect(200, { success: true })
    expect(mailbox.mails).toHaveLength(1)
    expect(mailbox.mails[0]).toMatchObject({
      to: [to],
      subject: 'Test email from Credit Partner Portal',
    })
    expect(mailbox.mails[0]?.from).toContain('portal@mail.example')
  })

  it('says that the recipient was refused', async () => {
    await save().expect(200)
    mailbox.behave('refused recipient')
    await sendTest('someone@mail.example').expect(200, {
      success: false,
      error: 'The mail server refused the recipient. Check the address.',
    })
  })
})

describe('a stored password whose key is gone', () => {
  it('is asked for again, wherever it is needed', async () => {
    await save().expect(200)
    const { body: mail } = await admin
      .post('/api/admin/emails')
      .send({ to: 'ada@partner.example', subject: 'Hello', body: 'Hello' })
      .expect(201)

    const DATA_KEY = Buffer.from('another-data-key-of-32-bytes-or-').toString('base64')
    const { other, agent } = await startBeside({ SMTP_ALLOW_LOOPBACK: 'on', DATA_KEY })
    const problem = 'The stored app password cannot be opened. Please enter it again.'
    await agent
      .post(`${path}/test-connection`)
      .send(settings({ appPassword: 'UNCHANGED' }))
      .expect(400, invalid('appPassword', problem))
    await agent
      .post(`${path}/send-test`)
      .send({ to: 'you@mail.example' })
      .expect(200, { success: false, error: problem })
    const lastError = async () => {
      await sendQueuedMail(other, mail.id)
      const { body } = await agent.get('/api/admin/emails').expect(200)
      expect(body[0].status).toBe('queued')
      return body[0].lastError
    }
    expect(await lastError()).toBe(problem)
    await agent.post(path).send(settings()).expect(200)
    await other.pool.query('update mails set next_attempt_at = now()')
    expect(await lastError()).toBe(
      'The text of this email can’t be opened because its key is gone.',
    )
  })
})

describe('without a permission for loopback', () => {
  it('this machine is no mail host, and the environment’s own is', async () => {
    const from = 'Portal <office@mail.example>'
    const { agent } = await startBeside({ LIMITS: '1', SMTP_URL: mailbox.url, SMTP_FROM: from })
    const message = 'This mail host or port cannot be used.'
    await agent.post(path).send(settings()).expect(400, invalid('host', message))

    const draft = { email: 'me@mail.example', appPassword: 'DEFAULT' }
    const saved = await agent.post(path).send(draft).expect(200)
    expect(saved.body).toMatchObject({
      appPassword: false,
      hasDefault: true,
      sender: { source: 'environment', from, host: '127.0.0.1', port: mailbox.port },
    })
    await agent.post(`${path}/send-test`).send({ to: 'you@mail.example' }).expect(200)
    expect(mailbox.mails.at(-1)?.from).toContain('office@mail.example')
    expect(mailbox.mails.at(-1)?.replyTo).toContain(app.env.brand.supportEmail)
    expect(mailbox.logins.at(-1)).toEqual({ user: 'portal@mail.example', password: 'app-password' })

    for (let left = 9; left > 0; left -= 1) {
      await agent.post(`${path}/test-connection`).send(draft).expect(200)
    }
    await agent.post(`${path}/test-connection`).send(draft).expect(429, tooMany)
    await agent.post(`${path}/send-test`).send({ to: 'you@mail.example' }).expect(429, tooMany)
  })
})
