import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from '@shared/zod'

/** The account that texts are sent by. */
export interface Provider {
  accountSid: string
  authToken: string
  /** A number, or a messaging service. */
  sender: string
}

/** `unsent`: nothing can have been sent, so it may be tried again. `unknown`: it may have been sent. */
export type SendOutcome =
  | { kind: 'sent'; providerId: string }
  | { kind: 'unsent'; reason: string }
  | { kind: 'unknown'; reason: string }
  | { kind: 'refused'; reason: string; isOptedOut: boolean }

const attemptMs = 20_000
const optedOutCode = 21_610

const created = z.object({ sid: z.string().max(64) })
const refusal = z.object({ code: z.number().optional(), message: z.string().optional() })

const messagesUrl = (apiUrl: string, { accountSid }: Provider) =>
  `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`

/**
 * Hands a text to the provider. It knows no key by which a repetition is told, so one request is made, and what
 * became of it is said as exactly as can be known.
 */
export async function postText(
  apiUrl: string,
  provider: Provider,
  text: { to: string; body: string; statusCallback?: string | undefined },
): Promise<SendOutcome> {
  const { sender } = provider
  const form = new URLSearchParams({
    To: text.to,
    Body: text.body,
    [sender.startsWith('MG') ? 'MessagingServiceSid' : 'From']: sender,
    ...(text.statusCallback && { StatusCallback: text.statusCallback }),
  })
  let answer: Response
  try {
    answer = await fetch(messagesUrl(apiUrl, provider), {
      method: 'POST',
      body: form,
      ...authorized(provider),
    })
  } catch (error) {
    return isNeverConnected(error)
      ? { kind: 'unsent', reason: 'The text message provider can’t be reached.' }
      : { kind: 'unknown', reason: 'The provider didn’t answer. It may have been sent.' }
  }
  const body: unknown = await answer.json().catch(() => null)
  if (answer.status === 201) {
    const sent = created.safeParse(body)
    return sent.success
      ? { kind: 'sent', providerId: sent.data.sid }
      : { kind: 'unknown', reason: 'The provider’s answer makes no sense. It may have been sent.' }
  }
  if (answer.status === 429) return { kind: 'unsent', reason: 'The provider is busy.' }
  if (answer.status >= 500)
    return {
      kind: 'unknown',
      reason: `The provider failed (${answer.status}). It may have been sent.`,
    }
  const { code, message } = refusal.catch({}).parse(body)
  return {
    kind: 'refused',
    reason: describeRefusal(answer.status, code, message),
    isOptedOut: code === optedOutCode,
  }
}

/** Whether the provider knows the account and its token; null when it does, otherwise what is wrong. */
export async function findAccountProblem(
  apiUrl: string,
  provider: Provider,
): Promise<string | null> {
  try {
    const url = `${apiUrl}/2010-04-01/Accounts/${provider.accountSid}.json`
    const answer = await fetch(url, authorized(provider))
    if (answer.ok) return null
    if (answer.status === 401 || answer.status === 404)
      return 'The provider doesn’t know this account SID and auth token.'
    return `The provider answered with status ${answer.status}.`
  } catch {
    return 'The text message provider can’t be reached.'
  }
}

const authorized = ({ accountSid, authToken }: Provider) => ({
  headers: {
    Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  },
  redirect: 'error' as const,
  signal: AbortSignal.timeout(attemptMs),
})

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function isNeverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return (
    typeof cause === 'object' &&
    cause !== null &&
    'code' in cause &&
    neverConnected.has(String(cause.code))
  )
}

/** The provider's own words name the number, which is in the outbox beside them anyway. */
const describeRefusal = (status: number, code?: number, message?: string) =>
  code === optedOutCode
    ? 'They replied STOP to the provider.'
    : `The provider refused it (${code ?? status}${message ? `: ${message.slice(0, 200)}` : ''}).`

/**
 * The signature of a call from the provider: HMAC-SHA1 over the address and the form's fields, sorted by name, as
 * they were sent. https://www.twilio.com/docs/usage/security
 */
export function signCall(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted()
  const fields = names.flatMap((name) =>
    [...new Set(form.getAll(name))].toSorted().map((value) => name + value),
  )
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64')
}

export function isSignedBy(
  authToken: string,
  call: { url: string; form: URLSearchParams; signature: string },
): boolean {
  const expected = Buffer.from(signCall(authToken, call.url, call.form))
  const given = Buffer.from(call.signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
