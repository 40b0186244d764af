import { describe, expect, it } from 'vitest'
import { problemsOf, secrets } from '@tests/support/portal/settings'
import { parseEnv } from './env'

describe('the mail sender', () => {
  it('is absent, or read from one address', () => {
    expect(parseEnv(secrets)).toMatchObject({
      smtp: null,
      mailHosts: { allowLoopback: false, only: [] },
    })
    const env = parseEnv({
      ...secrets,
      SMTP_URL: 'smtps://me%40mail.example:p%2Fw@smtp.mail.example',
      SMTP_FROM: 'Portal <me@mail.example>',
      SMTP_HOSTS: 'smtp.mail.example, SMTP.gmail.com',
      SMTP_ALLOW_LOOPBACK: 'on',
    })
    expect(env.smtp).toEqual({
      host: 'smtp.mail.example',
      port: 465,
      secure: true,
      auth: { user: 'me@mail.example', pass: 'p/w' },
      from: 'Portal <me@mail.example>',
    })
    expect(env.mailHosts).toEqual({
      allowLoopback: true,
      only: ['smtp.mail.example', 'smtp.gmail.com'],
    })
  })

  it('uses STARTTLS at 587, no login and the support address unless told otherwise', () => {
    const env = parseEnv({ ...secrets, SMTP_URL: 'smtp://[::1]', SUPPORT_EMAIL: 'us@x.example' })
    expect(env.smtp).toEqual({
      host: '::1',
      port: 587,
      secure: false,
      auth: null,
      from: 'us@x.example',
    })
  })

  it.each([
    [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL must be smtp://… or smtps://…'],
    [{ SMTP_URL: 'smtp://a:100%@mail.example' }, /^SMTP_URL has a %/],
    [{ SMTP_FROM: 'nobody' }, /^SMTP_FROM must be an address/],
    [{ SMTP_FROM: 'a@b.example\nBcc: c@d.example' }, /^SMTP_FROM must be an address/],
    [
      { SMTP_HOSTS: 'a.example;b.example' },
      'SMTP_HOSTS must be names of hosts, separated by commas',
    ],
    [{ SMTP_ALLOW_LOOPBACK: 'yes' }, /^SMTP_ALLOW_LOOPBACK/],
  ])('is refused when it is wrong: %j', (changes, problem) => {
    expect(problemsOf(changes)).toEqual([expect.stringMatching(problem)])
  })
})
