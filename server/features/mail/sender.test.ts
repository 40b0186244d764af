import tls from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Mailbox, startMailbox } from '@tests/support/mail/mailbox'
import { explainFailure } from './mail-failure'
import { type Sender, sendMail, verifySender } from './sender'
import { MailHostError, canBeMailHost, isPublicAddress, resolveMailHost } from './mail-host'

/** Leads to this machine, but the portal treats it like any other host. */
const anyHost = '0.0.0.0'
const allowLoopback = true
const mail = { to: 'ada@partner.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const noTls =
  'A secure connection could not be made, so nothing was sent. Check the port and SSL/TLS'
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

const senderAt = ({ port }: { port: number }, changes: Partial<Sender> = {}): Sender => ({
  source: 'environment',
  host: anyHost,
  port,
  secure: false,
  auth: { user: 'portal', pass: 'app-password' },
  from: 'portal@mail.example',
  replyTo: null,
  ...changes,
})

/** What the administrator is told; empty when the mail was taken. */
const explain = (attempt: Promise<void>): Promise<string> =>
  attempt.then(
    () => '',
    (error: unknown) => explainFailure(error).message,
  )
const send = (sender: Sender) => explain(sendMail(sender, mail, allowLoopback))

/** As an authority in NODE_EXTRA_CA_CERTS is trusted, which is read at the start of a process only. */
function trust({ authority }: Mailbox): void {
  const { createSecureContext } = tls
  const spy = vi
    .spyOn(tls, 'createSecureContext')
    .mockImplementation((options) => createSecureContext({ ca: authority, ...options }))
  closing.push(async () => spy.mockRestore())
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
    trust(mailbox)
    expect(await send(senderAt(mailbox))).toContain(untrusted)
    expect(mailbox).toMatchObject({ logins: [], mails: [] })
  })

  it('is switched to before the login', async () => {
    const mailbox = await openMailbox({ tls: { mode: 'starttls', names: [anyHost] } })
    trust(mailbox)
    expect(await send(senderAt(mailbox))).toBe('')
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
    trust(mailbox)
    const sender = senderAt(mailbox, { host: 'localhost', secure: true })
    expect(await send(sender)).toBe('')
    expect(mailbox.mails).toMatchObject([{ to: [mail.to], wasEncrypted: true }])
  })
})

describe('what is said', () => {
  it('of TLS at a port without it', async () => {
    const mailbox = await openMailbox()
    expect(await send(senderAt(mailbox, { secure: true }))).toContain(noTls)
  })

  it('of a server that is down', async () => {
    const mailbox = await openMailbox()
    await mailbox.goDown()
    expect(await send(senderAt(mailbox))).toContain('The connection to the mail server failed')
  })

  it('of a host that cannot be used', async () => {
    const { port } = await openMailbox()
    const sender = senderAt({ port }, { source: 'settings', host: '10.0.0.1' })
    expect(await send(sender)).toBe(
      'The mail host was not found, or can’t be used. Check the SMTP host.',
    )
  })
})

/** A mailbox that has not answered a connection for so long, by a clock that is put forward. */
async function leaveSilentFor(ms: number) {
  const mailbox = await openMailbox()
  mailbox.behave('silent')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  closing.push(async () => void vi.useRealTimers())
  const connection = mailbox.waitForConnection()
  const said = explain(verifySender(senderAt(mailbox, { host: '127.0.0.1' }), allowLoopback))
  await connection
  vi.advanceTimersByTime(ms)
  vi.useRealTimers()
  return { mailbox, said }
}

describe('a server that does not answer', () => {
  const answerMs = 10_000

  it('is waited for, for ten seconds', async () => {
    const { mailbox, said } = await leaveSilentFor(answerMs - 1)
    mailbox.behave('working')
    expect(await said).toBe('')
  })

  it('is given up then', async () => {
    const { said } = await leaveSilentFor(answerMs)
    expect(await said).toContain('The mail server did not answer in time.')
  })
})

describe('who wrote a mail', () => {
  it.each([
    [true, ''],
    [false, 'auto-generated'],
  ])('a person: %s', async (isPersonal, header) => {
    const mailbox = await openMailbox()
    const sender = senderAt(mailbox, { host: '127.0.0.1' })
    await sendMail(sender, { ...mail, isPersonal }, allowLoopback)
    const [, found = ''] = /^Auto-Submitted: (.+)\r$/m.exec(mailbox.mails[0]?.raw ?? '') ?? []
    expect(found).toBe(header)
  })
})

const closed = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '100::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
]

/** What resolvers and sockets read as an address though it does not look like one. */
const disguised = [
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '127.1',
  '127.0.1',
  '0',
  '0x7f.1',
  '10.0.0.1.',
  '[::1]',
  '127.0.0.1%0',
  'localhost.',
  'metadata',
  'mail server.example',
  'user@mail.example',
  'mail.example/',
  'mail.example:25',
  '-mail.example',
  '',
]

const any = false

const local = true

describe('a mail host', () => {
  it.each(closed)('%s is no public address', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([...closed, ...disguised])('%s is refused without being looked up', async (host) => {
    expect(canBeMailHost({ host, port: 587 }, any)).toBe(false)
    await expect(resolveMailHost({ host, port: 587 }, any)).rejects.toThrow(MailHostError)
  })

  it.each(['localhost', '127.0.0.1', '::1', 'LOCALHOST'])('%s needs a permission', (host) => {
    expect(canBeMailHost({ host, port: 587 }, any)).toBe(false)
    expect(canBeMailHost({ host, port: 40_000 }, local)).toBe(true)
  })

  it.each([25, 465, 587, 2525])('may be at port %i', (port) => {
    expect(canBeMailHost({ host: 'smtp.gmail.com', port }, any)).toBe(true)
  })

  it.each([22, 80, 443, 5432, 6379, 26])('may not be at port %i', (port) => {
    expect(canBeMailHost({ host: 'smtp.gmail.com', port }, any)).toBe(false)
    expect(canBeMailHost({ host: 'smtp.gmail.com', port }, local)).toBe(false)
  })

  it('says the same of a name that no one knows as of one that is refused', async () => {
    const unknown = resolveMailHost({ host: 'no-such-host.invalid', port: 587 }, any)
    await expect(unknown).rejects.toThrow('The mail host was not found, or can’t be used.')
    const refused = resolveMailHost({ host: '10.0.0.1', port: 587 }, any)
    await expect(refused).rejects.toThrow('The mail host was not found, or can’t be used.')
  })
})
