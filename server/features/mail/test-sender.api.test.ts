import { describe, expect, it } from 'vitest'
import { invalid, tooMany } from '@tests/support/portal/answers'
import { startTestApp } from '@tests/support/portal/app'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin } from '@tests/support/portal/factories'
import { createTestDatabase } from '@tests/support/portal/database'
import { startMailbox } from '@tests/support/mail/mailbox'
import { mailSettingsPath as path, startMailSettings } from '@tests/support/mail/mail-settings'
import { sendQueuedMail } from './send-queued-mail'

const { mailbox, admin, settings, test } = await startMailSettings()

describe('the connection test', () => {
  it('logs in without sending anything', async () => {
    const { body } = await test()
    expect(body).toEqual({
      success: true,
      message: 'The mail server accepted the connection and the login.',
    })
    expect(mailbox.mails).toEqual([])
  })

  it('waits for a slow server', async () => {
    mailbox.behave('slow')
    expect((await test()).body.success).toBe(true)
  })

  it('says what to do about a wrong password, and not what the server said', async () => {
    mailbox.behave('wrong password')
    const { body } = await test()
    expect(body.success).toBe(false)
    expect(body.message).toContain('didn’t accept the email address and app password')
    expect(body.message).not.toContain('inner words')
  })

  it('says what to do about TLS at the wrong port', async () => {
    const { body } = await test({ secure: true })
    expect(body).toMatchObject({ success: false })
    expect(body.message).toContain('A secure connection could not be made')
  })

  it('says what to do about a certificate that no one vouches for', async () => {
    const names = ['localhost']
    const encrypted = await startMailbox({ tls: { mode: 'implicit', names } })
    const { body } = await test({ host: 'localhost', port: encrypted.port, secure: true })
    await encrypted.close()
    expect(body).toMatchObject({ success: false })
    expect(body.message).toContain('certificate is not trusted')
    expect(encrypted.logins).toEqual([])
  })

  it('says what to do about a server that offers no STARTTLS, and tells it nothing', async () => {
    const url = mailbox.url.replace('127.0.0.1', '0.0.0.0')
    const strict = await startTestApp({ env: { SMTP_URL: url } })
    const agent = await logIn(strict, await buildAdmin(strict))
    const draft = { email: 'me@mail.example', appPassword: 'DEFAULT' }
    const { body } = await agent.post(`${path}/test-connection`).send(draft).expect(200)
    await strict.close()
    expect(body).toMatchObject({ success: false })
    expect(body.message).toContain('A secure connection could not be made, so nothing was sent.')
    expect(mailbox.logins).toEqual([])
  })

  it('says what to do about a server that is down', async () => {
    await mailbox.goDown()
    const { body } = await test()
    await mailbox.comeBack()
    expect(body.message).toContain('connection to the mail server failed')
  })

  it('gives up on a silent server', async () => {
    mailbox.behave('silent')
    const { body } = await test()
    expect(body.message).toContain('did not answer in time')
  })

  it('says what to do about an unknown host', async () => {
    const { body } = await test({ host: 'no-such-host.invalid', port: 587 })
    expect(body.message).toBe('The mail host was not found, or can’t be used. Check the SMTP host.')
  })
})

describe('the test mail', () => {
  it('arrives', async () => {
    await admin.post(path).send(settings()).expect(200)
    const to = 'someone@mail.example'
    await admin.post(`${path}/send-test`).send({ to }).expect(200, { success: true })
    expect(mailbox.mails).toHaveLength(1)
    expect(mailbox.mails[0]).toMatchObject({
      to: [to],
      subject: 'Test email from Credit Partner Portal',
    })
    expect(mailbox.mails[0]?.from).toContain('portal@mail.example')
  })

  it('says that the recipient was refused', async () => {
    await admin.post(path).send(settings()).expect(200)
    mailbox.behave('refused recipient')
    await admin.post(`${path}/send-test`).send({ to: 'someone@mail.example' }).expect(200, {
      success: false,
      error: 'The mail server refused the recipient. Check the address.',
    })
  })

  it.each(['', 'nobody', 'a@b', 'a b@c.example', 'a@b.example, c@d.example', 7])(
    'is not sent to %j',
    async (to) => {
      const message = 'Please enter a valid email address.'
      await admin.post(`${path}/send-test`).send({ to }).expect(400, invalid('to', message))
    },
  )
})

describe('a stored password whose key is gone', () => {
  it('is asked for again, wherever it is needed', async () => {
    const database = await createTestDatabase()
    const env = { SMTP_ALLOW_LOOPBACK: 'on' }
    const before = await startTestApp({ database, env })
    const user = await buildAdmin(before)
    const agent = await logIn(before, user)
    await agent.post(path).send(settings()).expect(200)
    const { body: mail } = await agent
      .post('/api/admin/emails')
      .send({ to: 'ada@partner.example', subject: 'Hello', body: 'Hello' })
      .expect(201)
    await before.close()

    const DATA_KEY = Buffer.from('another-data-key-of-32-bytes-or-').toString('base64')
    const after = await startTestApp({ database, env: { ...env, DATA_KEY } })
    const again = await logIn(after, user)
    const problem = 'The stored app password cannot be opened. Please enter it again.'
    await again
      .post(`${path}/test-connection`)
      .send(settings({ appPassword: 'UNCHANGED' }))
      .expect(400, invalid('appPassword', problem))
    await again
      .post(`${path}/send-test`)
      .send({ to: 'you@mail.example' })
      .expect(200, { success: false, error: problem })
    const lastError = async () => {
      await sendQueuedMail({ ...after, mailId: mail.id })
      const { body } = await again.get('/api/admin/emails').expect(200)
      expect(body[0].status).toBe('queued')
      return body[0].lastError
    }
    expect(await lastError()).toBe(problem)
    await again.post(path).send(settings()).expect(200)
    await after.pool.query('update mails set next_attempt_at = now()')
    expect(await lastError()).toBe(
      'The text of this email can’t be opened because its key is gone.',
    )
    await after.close()
    await database.drop()
  })
})

describe('without a permission for loopback', () => {
  it('this machine is no mail host, and the environment’s own is', async () => {
    const strict = await startTestApp({
      env: { LIMITS: '1', SMTP_URL: mailbox.url, SMTP_FROM: 'Portal <office@mail.example>' },
    })
    const agent = await logIn(strict, await buildAdmin(strict))
    const message = 'This mail host or port cannot be used.'
    await agent.post(path).send(settings()).expect(400, invalid('host', message))

    const saved = await agent
      .post(path)
      .send({ email: 'me@mail.example', appPassword: 'DEFAULT' })
      .expect(200)
    expect(saved.body).toMatchObject({
      appPassword: false,
      hasDefault: true,
      sender: {
        source: 'environment',
        from: 'Portal <office@mail.example>',
        host: '127.0.0.1',
        port: mailbox.port,
      },
    })
    await agent.post(`${path}/send-test`).send({ to: 'you@mail.example' }).expect(200)
    expect(mailbox.mails.at(-1)?.from).toContain('office@mail.example')
    expect(mailbox.logins.at(-1)).toEqual({ user: 'portal@mail.example', password: 'app-password' })

    const draft = { email: 'me@mail.example', appPassword: 'DEFAULT' }
    for (let left = 9; left > 0; left -= 1) {
      await agent.post(`${path}/test-connection`).send(draft).expect(200)
    }
    await agent.post(`${path}/test-connection`).send(draft).expect(429, tooMany)
    await agent.post(`${path}/send-test`).send({ to: 'you@mail.example' }).expect(429, tooMany)
    await strict.close()
  })
})
