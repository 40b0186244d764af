import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { isLoopback, resolveMailHost } from './mail-host'
import { withoutEncodedWords } from './plain-text'

/** A mailbox that mail leaves from. */
export interface Sender {
  source: 'settings' | 'environment'
  host: string
  port: number
  secure: boolean
  auth: { user: string; pass: string } | null
  from: string
  /** The address for answers; null: the one that the mail comes from. */
  replyTo: string | null
}

export interface OutgoingMail {
  messageId?: string
  to: string
  /** In place of the sender's. */
  replyTo?: string | null
  subject: string
  text: string
  html: string
  /** Written by a person, who may be written back to by a holiday notice. */
  isPersonal?: boolean
  /** Becomes another form of the text, which mail programs offer to put into the calendar, and a file. */
  invite?: { method: 'REQUEST' | 'CANCEL'; text: string } | undefined
}

const answerMs = 10_000
/** Even a server that answers byte by byte is given up after this time. */
const wholeMs = 25_000

/** Connects and logs in, and sends nothing. Throws what `explainFailure` understands. */
export async function verifySender(sender: Sender, allowLoopback: boolean): Promise<void> {
  const transport = await connect(sender, allowLoopback)
  await withTimeout(transport.verify())
}

/** Hands one mail to the mail server. Throws what `explainFailure` understands. */
export async function sendMail(sender: Sender, mail: OutgoingMail, allowLoopback: boolean) {
  const transport = await connect(sender, allowLoopback)
  const { messageId, to, subject, text, html, isPersonal, invite } = mail
  const replyTo = mail.replyTo ?? sender.replyTo
  await withTimeout(
    transport.sendMail({
      from: sender.from,
      // As an object, so that it is never parsed as a list of addresses.
      to: { name: '', address: to },
      // The only header with words of other people; nodemailer passes an encoded word on as it is.
      subject: withoutEncodedWords(subject),
      text,
      html,
      ...(messageId && { messageId }),
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      ...(invite && { icalEvent: { method: invite.method, content: invite.text } }),
      ...(!isPersonal && { headers: { 'Auto-Submitted': 'auto-generated' } }),
    }),
  )
}

/** The operator's own host is exempt from what is asked of one that comes through the API. */
async function connect(sender: Sender, allowLoopback: boolean) {
  const { source, host, port, secure, auth } = sender
  const address = source === 'environment' ? host : await resolveMailHost(sender, allowLoopback)
  const isLocal = isLoopback(host)
  // Not before there is a mail to send.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host: address,
    port,
    secure,
    // Beyond this machine no mail is sent unencrypted: there are reset links among them.
    requireTLS: !secure && !isLocal,
    ignoreTLS: isLocal,
    ...(auth && { auth }),
    tls: { minVersion: 'TLSv1.2', ...(isIP(host) === 0 && { servername: host }) },
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function withTimeout(work: Promise<unknown>): Promise<void> {
  const timer = new AbortController()
  const tooLate = delay(wholeMs, undefined, { signal: timer.signal }).then(() => {
    throw Object.assign(new Error('Timed out'), { code: 'ETIMEDOUT' })
  })
  try {
    await Promise.race([work, tooLate])
  } finally {
    tooLate.catch(() => undefined)
    timer.abort()
    work.catch(() => undefined)
  }
}
