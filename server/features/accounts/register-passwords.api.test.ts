import { describe, expect, it } from 'vitest'
import { invalid } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { visit } from '@tests/support/portal/agents'
import { buildFile } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'

const app = await startSharedApp()

async function register(overrides: { password: string; email?: string }) {
  const { uploadKey } = await buildFile(app)
  const registration = buildRegistration({ uploadKey, ...overrides })
  const response = await visit(app).post('/api/register').send(registration)
  return { ...registration, response }
}

const tryLogin = (email: string, password: string) =>
  visit(app).post('/api/login').send({ email, password })

describe('a new password', () => {
  it.each([
    ['exactly eight characters', 'vq7#mTz2'],
    ['a tab and other control characters', 'before\t\u0001\u001fafter it'],
    ['spaces at both ends', '  spaced at both ends  '],
    ['composed letters', 'r\u00e9sum\u00e9 caf\u00e9'],
    ['emoji and other scripts', 'пароль 🔐 密码 كلمة'],
    ['1,024 bytes', 'Az9'.repeat(341) + 'x'],
  ])('may have %s, and then logs in', async (_what, password) => {
    const { email, response } = await register({ password })
    expect(response.status).toBe(201)
    await tryLogin(email, password).expect(200)
  })

  it.each([
    ['trimmed', '  spaced at both ends  ', 'spaced at both ends'],
    ['in another normal form', 'r\u00e9sum\u00e9 caf\u00e9', 're\u0301sume\u0301 cafe\u0301'],
    ['in another case', 'Some Mixed Case Phrase', 'some mixed case phrase'],
    ['with another byte after the 72nd', `${'k'.repeat(71)}y9`, `${'k'.repeat(71)}y8`],
    ['cut after byte 72', `${'k'.repeat(71)}y and a long tail`, `${'k'.repeat(71)}y`],
  ])('does not log in %s', async (_what, password, other) => {
    const { email, response } = await register({ password })
    expect(response.status).toBe(201)
    await tryLogin(email, other).expect(401)
    await tryLogin(email, password).expect(200)
  })

  it('is refused over 1,024 bytes', async () => {
    const { response } = await register({ password: 'é'.repeat(513) })
    expect(response.status).toBe(400)
    expect(response.body).toEqual(invalid('password', 'Please use at most 1,024 bytes.'))
  })

  it('is refused with a NUL in it', async () => {
    const { response } = await register({ password: 'before\0after it' })
    expect(response.status).toBe(400)
    const problem = 'Please remove special control characters.'
    expect(response.body).toEqual(invalid('password', problem))
    await tryLogin('a@example.com', 'before\0after it').expect(400, invalid('password', problem))
  })

  it('is refused with half a character in it', async () => {
    const { uploadKey } = await buildFile(app)
    const text = JSON.stringify(buildRegistration({ uploadKey, password: '@@' }))
    const { body } = await visit(app)
      .post('/api/register')
      .type('application/json')
      .send(text.replace('@@', String.raw`long enough \ud800`))
      .expect(400)
    expect(body).toEqual(invalid('password', 'Please type this again.'))
  })

  it.each([
    ['password1'],
    ['iloveyou'],
    ['aaaaaaaa'],
    ['12341234'],
    ['P@ssw0rd123'],
    ['Summer2025!'],
    ['PassWord1'],
    ['creditpartner'],
    ['Partner2026'],
    ['me.myself@example.com'],
    ['ME.MYSELF@EXAMPLE.COM'],
    ['me.myself'],
  ])('is refused as too common when it is %s', async (password) => {
    const { response } = await register({ password, email: 'me.myself@example.com' })
    expect(response.status).toBe(400)
    expect(response.body).toEqual(
      invalid('password', 'This password is too common. Please choose another.'),
    )
  })
})
