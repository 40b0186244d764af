import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from '@shared/zod'

/** The account that texts are sent by. */
export interface Provider {
  accountSid: string
  authToken: string
  /** A number, or a messaging service. */
  sender: string
}

/** `unsent`: nothing can have been sent, so it may be tried again. `unknown`: it may have been sent. `isOfAll`: so would any other text be. */
export type SendOutcome =
  | { kind: 'sent'; providerId: string }
  | { kind: 'unsent'; reason: string }
  | { kind: 'unknown'; reason: string }
  | { kind: 'refused'; reason: string; isOptedOut: boolean; isOfAll: boolean }

const unreachable =
  'The text message provider can’t be reached. Check the server’s way out to api.twilio.com.'
const attemptMs = 20_000
const optedOutCode = 21_610

const created = z.object({ sid: z.string().max(64) })
const refusal = z.object({ code: z.number().optional() })

const messagesUrl = (apiUrl: string, { accountSid }: Provider) =>
  `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`

/**
 * Hands a text to the provider, which has no idempotency key: one request is made, and its outcome
 * is reported as exactly as possible.
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
      ? { kind: 'unsent', reason: unreachable }
      : { kind: 'unknown', reason: 'The provider didn’t answer. It may have been sent.' }
  }
  const body: unknown = await answer.json().catch(() => null)
  if (answer.status === 201) {
    const sent = created.safeParse(body)
    return sent.success
      ? { kind: 'sent', providerId: sent.data.sid }
      : {
          kind: 'unknown',
          reason: 'We couldn’t read the provider’s answer. It may have been sent.',
        }
  }
  if (answer.status === 429) return { kind: 'unsent', reason: 'The provider is busy.' }
  if (answer.status >= 500)
    return {
      kind: 'unknown',
      reason: `The provider failed (${answer.status}). It may have been sent.`,
    }
  const { code } = refusal.catch({}).parse(body)
  return {
    kind: 'refused',
    reason: describeRefusal(answer.status, code),
    isOptedOut: code === optedOutCode,
    isOfAll: isLogin(answer.status) || (code !== undefined && badSenders.has(code)),
  }
}

/** Whether the provider knows the account and its token; null when it does, otherwise what is wrong. */
export async function findAccountProblem(apiUrl: string, provider: Provider) {
  try {
    const url = `${apiUrl}/2010-04-01/Accounts/${provider.accountSid}.json`
    const answer = await fetch(url, authorized(provider))
    if (answer.ok) return null
    if (answer.status === 401 || answer.status === 404)
      return 'The provider didn’t recognize this account SID and auth token. Please copy both from your Twilio console again.'
    return `The provider couldn’t check this (${answer.status}). Please try again later.`
  } catch {
    return unreachable
  }
}

const authorized = ({ accountSid, authToken }: Provider) => ({
  headers: {
    Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  },
  redirect: 'error' as const,
  signal: AbortSignal.timeout(attemptMs),
})

/** Errors of connecting, of a certificate, or of a proxy in between: the request was not written yet. */
const neverConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_.+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.+|DEPTH_ZERO_.+|SELF_SIGNED_.+|UNABLE_TO_.+|ERR_TLS_CERT_.+)$/

export function isNeverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? String(cause.code) : ''
  const syscall = 'syscall' in cause ? String(cause.syscall) : ''
  // Node names a proxy that refuses the tunnel by these words alone.
  const isProxys = /^Proxy response \(\d+\)/.test(cause.message)
  return isProxys || ['connect', 'getaddrinfo'].includes(syscall) || neverConnected.test(code)
}

const isLogin = (status: number) => status === 401 || status === 403
const badRecipients = new Set([21_211, 21_214, 21_217, 21_612, 21_614])
const badSenders = new Set([21_212, 21_603, 21_606, 21_659, 21_660, 21_701, 21_703])

/** Advice on a refusal. The provider's own words can name the number, and are not ours. */
function describeRefusal(status: number, code?: number): string {
  if (code === optedOutCode) return 'They replied STOP to the provider.'
  if (code !== undefined && badRecipients.has(code))
    return 'This number can’t get texts. Please ask them for another one.'
  if (code !== undefined && badSenders.has(code))
    return 'The provider can’t send from this sender. Please check it under SMS Integration, Provider.'
  if (isLogin(status))
    return 'The provider didn’t recognize the account SID and auth token. Please check them under SMS Integration, Provider.'
  return `The provider didn’t accept it. Please look up error ${code ?? status} in your Twilio console.`
}

/**
 * The signature of a call from the provider: HMAC-SHA1 over the address and the form's fields, sorted by name, as
 * they were sent. https://www.twilio.com/docs/usage/security
 */
export function signCall(authToken: string, url: string, form: URLSearchParams): string {
  // Each field is read once: asking the form for a name looks through all of it.
  const valuesOf = new Map<string, Set<string>>()
  for (const [name, value] of form)
    valuesOf.set(name, (valuesOf.get(name) ?? new Set<string>()).add(value))
  const names = [...valuesOf.keys()].toSorted()
  const fields = names.flatMap((name) =>
    [...(valuesOf.get(name) ?? [])].toSorted().map((value) => name + value),
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
