import type { Failure } from '../../db/outbox'
import { MailHostError } from './mail-host'

/** The problem is the portal's own setup, not the mail server. The message may be shown. */
export class MailSetupError extends Error {}

/** The text of one mail can't be opened. Others can. */
export class MailContentError extends MailSetupError {}

/** Words for a mail that the server will never take; the outbox keeps them. */
export const refusals = {
  recipient: 'The mail server refused the recipient. Check the address.',
  message: 'The mail server refused the message.',
} as const

const untrusted =
  /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))|certificate|altnames/i
const tlsProblem = /^ERR_(SSL|TLS)|wrong version number|tlsv1|ssl routines/i

/** Translates what went wrong between the portal and a mail server. */
export function explainFailure(error: unknown): Failure {
  if (error instanceof MailSetupError) return retry(error.message)
  if (error instanceof MailHostError) return retry(`${error.message} Check the SMTP host.`)
  if (!(error instanceof Error)) return retry(unknownProblem)
  const code = getText(error, 'code')
  const command = getText(error, 'command')
  const response = Number(getText(error, 'responseCode'))

  if (response >= 400 && response < 500) {
    return retry('The mail server is busy and asked us to try again later.')
  }
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return retry(
      'The mail server didn’t accept the email address and app password. Check both. Most providers need an app password, not the one you log in with.',
    )
  }
  if (code === 'EENVELOPE') {
    return command === 'MAIL FROM'
      ? retry('The mail server does not accept mail from this sender address.')
      : final(refusals.recipient)
  }
  if (code === 'EMESSAGE' && response >= 500) return final(refusals.message)
  if (code === 'EDNS' || code === 'ENOTFOUND') {
    return retry(`${new MailHostError().message} Check the SMTP host.`)
  }
  if (untrusted.test(code) || untrusted.test(error.message)) {
    return retry(
      'The mail server’s certificate is not trusted, or was issued for another name. Nothing was sent. Check the SMTP host.',
    )
  }
  if (code === 'ETLS' || tlsProblem.test(code) || tlsProblem.test(error.message)) {
    return retry(
      'A secure connection could not be made, so nothing was sent. Check the port and SSL/TLS: turn it on for 465, and off for 587 and 25, which switch to TLS on their own.',
    )
  }
  if (code === 'ETIMEDOUT') {
    return retry('The mail server did not answer in time. Check the SMTP host, port and SSL/TLS.')
  }
  if (code === 'ECONNECTION' || code === 'ESOCKET') {
    return retry(
      'The connection to the mail server failed or was lost. Check the SMTP host and port.',
    )
  }
  return retry(unknownProblem)
}

/** Whether no other mail could have gone out either: what failed was not this mail or its recipient. */
export function stopsAllMail(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  // The server closes the connection, whatever it was asked.
  if (Number(getText(error, 'responseCode')) === 421) return true
  const code = getText(error, 'code')
  return code !== 'EMESSAGE' && (code !== 'EENVELOPE' || getText(error, 'command') === 'MAIL FROM')
}

/** The part of a failure that may be logged: never the server's own words, which may contain an address. */
export function describeMailFailure(error: unknown): Record<string, unknown> {
  const failure = error instanceof Error ? error : new Error()
  const code = getText(failure, 'code') || undefined
  const responseCode = getText(failure, 'responseCode') || undefined
  return { reason: explainFailure(error).message, code, responseCode }
}

const unknownProblem = 'The mail server gave an unexpected answer. Please try again.'
const retry = (message: string): Failure => ({ message, isFinal: false })
const final = (message: string): Failure => ({ message, isFinal: true })

function getText(error: Error, key: string): string {
  const value: unknown = Object.getOwnPropertyDescriptor(error, key)?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
