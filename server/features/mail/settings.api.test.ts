import { describe, expect, it } from 'vitest'
import { fakeMailSettings } from '@tests/support/mail/no-mail-settings'
import { invalid, onlyAdmin, pleaseLogIn } from '@tests/support/portal/answers'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { mailSettingsPath as path, startMailSettings } from '@tests/support/mail/mail-settings'

const { mailbox, app, admin, settings, test } = await startMailSettings()
const { appPassword } = settings()

describe('the email settings', () => {
  it.each([
    ['get', path],
    ['post', path],
    ['post', `${path}/test-connection`],
    ['post', `${path}/send-test`],
    ['get', '/api/admin/sms'],
  ] as const)('%s %s is the administrator’s alone', async (method, call) => {
    await visit(app)[method](call).expect(401, pleaseLogIn)
    const partner = await logIn(app, await buildUser(app))
    await partner[method](call).expect(403, onlyAdmin)
  })

  it('are the defaults, without a sender, until some are saved', async () => {
    await admin.get(path).expect(200, fakeMailSettings())
    await admin
      .post(`${path}/send-test`)
      .send({ to: 'a@b.example' })
      .expect(400, { message: 'Please save the email settings first.', code: 'bad_request' })
  })

  it('keep the password sealed and never give it back', async () => {
    const { body } = await admin.post(path).send(settings()).expect(200)
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
    await admin.post(path).send(settings()).expect(200)
    const changes = { email: 'other@mail.example', appPassword: 'UNCHANGED' }
    await admin.post(path).send(settings(changes)).expect(200)
    await test(changes)
    expect(mailbox.logins.at(-1)).toEqual({ user: 'other@mail.example', password: appPassword })
  })

  it('UNCHANGED sends the stored password to no other host', async () => {
    await admin.post(path).send(settings()).expect(200)
    const message = 'Please enter the app password again to use it with another mail host.'
    const elsewhere = settings({ appPassword: 'UNCHANGED', host: 'localhost' })
    await admin.post(path).send(elsewhere).expect(400, invalid('appPassword', message))
    await admin
      .post(`${path}/test-connection`)
      .send(elsewhere)
      .expect(400, invalid('appPassword', message))
    expect(mailbox.logins).toEqual([])
  })

  it.each([
    ['UNCHANGED', 'No app password is stored yet. Please enter one.'],
    ['DEFAULT', 'No default mailbox is configured.'],
    ['', 'No default mailbox is configured.'],
    [undefined, 'No default mailbox is configured.'],
  ])('refuse %j while there is nothing it stands for', async (sent, message) => {
    const body = settings({ appPassword: sent })
    await admin.post(path).send(body).expect(400, invalid('appPassword', message))
    expect((await app.pool.query('select * from email_settings')).rows).toEqual([])
  })

  it.each([
    [{ appPassword: 'app\0password' }, 'appPassword', 'Please remove special control characters.'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ host: '10.0.0.1', port: 587 }, 'host', 'This mail host or port cannot be used.'],
    [{ host: 'mail.example.com', port: 22 }, 'host', 'This mail host or port cannot be used.'],
    [{ host: '2130706433', port: 587 }, 'host', 'This mail host or port cannot be used.'],
  ])('refuse %j', async (changes, field, message) => {
    await admin.post(path).send(settings(changes)).expect(400, invalid(field, message))
    await admin
      .post(`${path}/test-connection`)
      .send(settings(changes))
      .expect(400, invalid(field, message))
  })

  it('take a port as text', async () => {
    const { body } = await admin
      .post(path)
      .send(settings({ port: '2525' }))
      .expect(200)
    expect(body.port).toBe(2525)
  })
})
