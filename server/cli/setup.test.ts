import { expect, it } from 'vitest'
import { secrets } from '@tests/support/portal/settings'
import { askSettings } from './setup'

/** Answers by the name of the setting, in turn; nothing else is answered with more than Enter. */
function answering(answers: Record<string, string[]>) {
  const asked: string[] = []
  const ask = async (text: string) => {
    asked.push(text)
    const [, name = ''] = /^([A-Z_]+): /m.exec(text) ?? []
    return answers[name]?.shift() ?? ''
  }
  return { asked, ask }
}

it('a setup asks until an answer is one that a start takes, and for the second role only with a database', async () => {
  const { asked, ask } = answering({
    PUBLIC_URL: ['portal.example', 'https://portal.example'],
    DATABASE_URL: [
      'postgres://portal:secret@db.example/portal',
      'postgres://portal:secret@localhost/p',
    ],
    MIGRATION_DATABASE_URL: ['postgres://owner:secret@localhost/p'],
    ADMIN_EMAIL: ['', 'boss@portal.example'],
  })
  expect(await askSettings(secrets, true, ask)).toEqual({
    ...secrets,
    PUBLIC_URL: 'https://portal.example',
    TRUST_PROXY: 'loopback',
    DATABASE_URL: 'postgres://portal:secret@localhost/p',
    MIGRATION_DATABASE_URL: 'postgres://owner:secret@localhost/p',
    ADMIN_EMAIL: 'boss@portal.example',
  })
  expect(asked.filter((text) => text.startsWith('\n- ')).join('')).toMatch(
    /- PUBLIC_URL must be an http[^]*- DATABASE_URL is on another machine[^]*- ADMIN_EMAIL is missing/,
  )
  const plain = answering({ PUBLIC_URL: ['http://localhost:3000'], ADMIN_EMAIL: ['a@b.example'] })
  await askSettings(secrets, true, plain.ask)
  expect(plain.asked.join('')).not.toMatch(/^(MIGRATION_DATABASE_URL|TRUST_PROXY|SMTP_FROM): /m)
})

it('a setup that is run again keeps what Enter is pressed for, shows no secret, and empties with a dash', async () => {
  const before = {
    ...secrets,
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: 'smtps://me:word@mail.example',
    SMTP_FROM: 'me@mail.example',
    BACKUP_TO: '/backups',
  }
  const { asked, ask } = answering({ BACKUP_TO: ['-'] })
  expect(await askSettings(before, false, ask)).toEqual({ ...before, BACKUP_TO: '' })
  expect(asked.join('')).not.toMatch(/me:word@|^ADMIN_EMAIL: /m)
  expect(asked.join('')).toContain('[me@mail.example]')

  const roles = {
    DATABASE_URL: 'postgres://portal@localhost/p',
    MIGRATION_DATABASE_URL: 'postgres://owner@localhost/p',
  }
  const back = answering({ DATABASE_URL: ['-'], MIGRATION_DATABASE_URL: ['', '-'] })
  expect(await askSettings({ ...before, ...roles }, false, back.ask)).toMatchObject({
    DATABASE_URL: '',
    MIGRATION_DATABASE_URL: '',
  })
})
