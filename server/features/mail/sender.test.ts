import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { startMailbox, type Mailbox } from '@tests/support/mail/mailbox'
import { explainFailure } from './mail-failure'
import { sendMail, type Sender } from './sender'

/** Leads to this machine, but the portal treats it like any other host. */
const anyHost = '0.0.0.0'
const mail = { to: 'ada@partner.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const noTls = 'A secure connection could not be made, so nothing was sent.'
const untrusted = 'The mail server’s certificate is not trusted, or was issued for another name.'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function openMailbox(options?: Parameters<typeof startMailbox>[0]): Promise<Mailbox> {
  const mailbox = await startMailbox(options)
  closing.push(() => mailbox.close())
  return mailbox
}

const senderAt = (mailbox: Mailbox, changes: Partial<Sender> = {}): Sender => ({
  source: 'environment',
  host: anyHost,
  port: mailbox.port,
  secure: false,
  auth: { user: 'portal', pass: 'app-password' },
  from: 'portal@mail.example',
  ...changes,
})

/** What the administrator is told; empty when the mail was taken. */
const send = (sender: Sender): Promise<string> =>
  sendMail(sender, mail, { allowLoopback: true, only: [] }).then(
    () => '',
    (error: unknown) => explainFailure(error).message,
  )

/** The same by a process that trusts this mailbox. */
async function sendTrusting({ authority }: Mailbox, sender: Sender): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-authority-'))
  closing.push(() => rm(folder, { recursive: true }))
  const path = join(folder, 'authority.pem')
  await writeFile(path, authority)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'tests/support/mail/send-one-mail.ts', JSON.stringify(sender)],
    { env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: path } },
  )
  return stdout
}

describe('STARTTLS', () => {
  it('is required: without it neither password nor mail leaves', async () => {
    const mailbox = await openMailbox()
    expect(await send(senderAt(mailbox))).toContain(noTls)
    expect(mailbox).toMatchObject({ logins: [], mails: [] })
  })

  it('is required without a password too, at any port', async () => {
    const mailbox = await openMailbox()
    expect(await send(senderAt(mailbox, { auth: null }))).toContain(noTls)
    expect(mailbox.mails).toEqual([])
  })

  it('is refused with a certificate that no one vouches for', async () => {
    const mailbox = await openMailbox({ tls: { mode: 'starttls', names: [anyHost] } })
    expect(await send(senderAt(mailbox))).toContain(untrusted)
    expect(mailbox).toMatchObject({ logins: [], mails: [] })
  })

  it('is refused with a trusted certificate of another name', async () => {
    const mailbox = await openMailbox({ tls: { mode: 'starttls', names: ['mail.example'] } })
    expect(await sendTrusting(mailbox, senderAt(mailbox))).toContain(untrusted)
    expect(mailbox).toMatchObject({ logins: [], mails: [] })
  })

  it('is switched to before the login', async () => {
    const mailbox = await openMailbox({ tls: { mode: 'starttls', names: [anyHost] } })
    expect(await sendTrusting(mailbox, senderAt(mailbox))).toBe('')
    expect(mailbox.mails).toMatchObject([{ to: [mail.to], wasEncrypted: true }])
    expect(mailbox.logins).toHaveLength(1)
  })

  it('is not asked of a server on this machine', async () => {
    const mailbox = await openMailbox({ tls: { mode: 'starttls', names: ['localhost'] } })
    expect(await send(senderAt(mailbox, { host: 'localhost' }))).toBe('')
    expect(mailbox.mails).toMatchObject([{ wasEncrypted: false }])
  })
})

describe('TLS from the first byte', () => {
  const implicit = { mode: 'implicit', names: ['localhost'] } as const

  it('is refused with a certificate that no one vouches for, on this machine too', async () => {
    const mailbox = await openMailbox({ tls: implicit })
    const sender = senderAt(mailbox, { host: 'localhost', secure: true })
    expect(await send(sender)).toContain(untrusted)
    expect(mailbox).toMatchObject({ logins: [], mails: [] })
  })

  it('works with a trusted one', async () => {
    const mailbox = await openMailbox({ tls: implicit })
    const sender = senderAt(mailbox, { host: 'localhost', secure: true })
    expect(await sendTrusting(mailbox, sender)).toBe('')
    expect(mailbox.mails).toMatchObject([{ to: [mail.to], wasEncrypted: true }])
  })
})

describe('who wrote a mail', () => {
  it.each([
    [true, ''],
    [false, 'auto-generated'],
  ])('a person: %s', async (isPersonal, header) => {
    const mailbox = await openMailbox()
    const sender = senderAt(mailbox, { host: '127.0.0.1' })
    await sendMail(sender, { ...mail, isPersonal }, { allowLoopback: true, only: [] })
    const [, found = ''] = /^Auto-Submitted: (.+)\r$/m.exec(mailbox.mails[0]?.raw ?? '') ?? []
    expect(found).toBe(header)
  })
})
