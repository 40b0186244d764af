import { reauthenticationRequired } from '@shared/error-codes'
import type { ErrorBody } from '@shared/errors'
import { extendSessionHint, isLogoutPending, sendPendingLogout } from './session-hint'
import { waitForPassword } from './reauthentication'
import { trackChange, type Undo } from './track-changes'
import { keepTabText } from './tab-storage'

export const redirectAttemptKey = 'redirect-attempt'

interface ErrorDetails {
  data?: Partial<ErrorBody>
  words?: string | null | undefined
  code?: string | null
}

/**
 * An answer that is not OK, with its status and, when the body was JSON, its data. `message` is for
 * the log: it may hold a status text, or what a proxy answered. `words` are for people.
 */
export class HttpError extends Error {
  readonly data: Partial<ErrorBody> | undefined
  /** The server's own message, or what the call says in its place; null when there is neither. */
  readonly words: string | null
  /** The server’s code for the refusal, where its answer has no body too. */
  readonly code: string | null

  constructor(
    readonly status: number,
    message: string,
    { data, words, code }: ErrorDetails = {},
  ) {
    super(message)
    this.data = data
    this.code = code ?? data?.code ?? null
    this.words = words || null
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  body?: object
  signal?: AbortSignal | undefined
  /** Token of a mailed link, in place of a session. */
  token?: string | undefined
  /** Words for a refusal without a message. */
  failure?: string
}

/**
 * Calls the API with cookies. Where the server wants the password first, it is asked for, on whatever page, and the
 * call is made again. Throws HttpError for any answer that is not OK.
 */
export const send = (path: string, options?: RequestOptions): Promise<Response> =>
  confirmWhenAsked(() => sendOnce(path, options))

/** Makes a call again once password and code are right, when the server wants them for it. */
export async function confirmWhenAsked<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!needsReauthentication(error) || !(await waitForPassword())) throw error
    return call()
  }
}

/** Password and code were not given. */
export const needsReauthentication = (error: unknown) =>
  error instanceof HttpError && error.code === reauthenticationRequired

async function sendOnce(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', body, signal, token, failure } = options
  await endOwedSession()
  signal?.throwIfAborted()
  const response = await fetchLogged(samePath(path), {
    method,
    credentials: 'include',
    signal: signal ?? null,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  recordRedirect(response.url)
  const code = response.headers.get('X-Error-Code')
  extendSessionHint({ status: response.status, code })
  if (response.ok) return response
  const text = await response.text()
  throw logged(errorFrom(response.status, response.statusText, text, { failure, code }))
}

/** While a session that was left is open on the server, nothing is asked in its name. */
export async function endOwedSession(): Promise<void> {
  if (!isLogoutPending()) return
  try {
    await sendPendingLogout()
  } catch {
    throw logged(connectionLost())
  }
}

/** A call that was abandoned on purpose is no failure. */
async function fetchLogged(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (error) {
    throw init.signal?.aborted ? error : logged(connectionLost())
  }
}

const lost = 'The connection was lost. Please check your internet connection and try again.'

export const connectionLost = () => new HttpError(0, lost, { words: lost })

export const isConnectionLost = (error: unknown) => error instanceof HttpError && error.status === 0

/** The JSON of a call's answer. */
export async function request<T>(
  path: string,
  { undo, ...options }: RequestOptions & { undo?: Undo<T> } = {},
): Promise<T> {
  return trackChange(readJson<T>(path, options), path, { ...options, undo })
}

type ChangeOptions<T> = Omit<RequestOptions, 'method' | 'body'> & { undo?: Undo<T> }

const callBy =
  (method: 'POST' | 'PUT' | 'PATCH') =>
  <T>(path: string, body?: object, options: ChangeOptions<T> = {}) =>
    request<T>(path, { ...options, method, ...(body && { body }) })

export const post = callBy('POST')
export const put = callBy('PUT')
export const patch = callBy('PATCH')

export const del = <T>(path: string) => request<T>(path, { method: 'DELETE' })

async function readJson<T>(path: string, options: RequestOptions): Promise<T> {
  const response = await send(path, options)
  const answer: T = await response.json()
  return answer
}

export interface Page<Row> {
  rows: Row[]
  /** Path of the next page, or null on the last. */
  next: string | null
  total: number
  /** When the search was cut off: the total counts this many of the newest rows only. */
  scannedRows: number | null
  /** For a search without hits: one that has some. */
  nearSearch?: string
  /** As the server says it, to name this list by. */
  shownAt: string | null
}

/** One page of a list, its next page and total read from the headers. */
export async function getPage<Row>(path: string, signal?: AbortSignal): Promise<Page<Row>> {
  const response = await send(path, { signal })
  const rows: Row[] = await response.json()
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')
  const total = Number(response.headers.get('X-Total-Count') ?? rows.length)
  const scannedRows = Number(response.headers.get('X-Total-Among')) || null
  const nearSearch = response.headers.get('X-Near-Search')
  return {
    rows,
    ...(nearSearch && { nearSearch: decodeURIComponent(nearSearch) }),
    next: next?.[1] ?? null,
    total,
    scannedRows,
    shownAt: response.headers.get('X-Shown-At'),
  }
}

/** Paths stay as they are; an absolute address on another host becomes a path on ours. */
export function samePath(address: string): string {
  if (address.startsWith('/') && !address.startsWith('//')) return address
  const url = new URL(address, window.location.origin)
  return url.host === window.location.host ? address : `${url.pathname}${url.search}`
}

/** The error for an answer that is not OK; `failure` replaces a missing message. */
export function errorFrom(
  status: number,
  statusText: string,
  text: string,
  { failure, code = null }: { failure?: string | undefined; code?: string | null } = {},
): HttpError {
  const data = parseObject(text)
  if (!data)
    return new HttpError(status, `${status}: ${text || statusText}`, { words: failure, code })
  const message = typeof data['message'] === 'string' ? data['message'] : ''
  const words = message || failure
  return new HttpError(status, words || statusText, { data, words, code })
}

/** The browser itself logs what pages expect, such as that a password is asked for; everything else is ours to say. */
export function logged<E>(error: E): E {
  const isExpected =
    error instanceof HttpError &&
    ([401, 404].includes(error.status) || needsReauthentication(error))
  if (!isExpected) console.error('Request failed', error)
  return error
}

/** A message for a person: the server's own words, or what the page says in their absence. */
export function getErrorMessage(error: unknown, fallback: string): string {
  return (error instanceof HttpError && error.words) || fallback
}

/** Remembers, without query or token, that an answer came from another site. */
export function recordRedirect(address: string): void {
  if (!address) return
  const url = new URL(address, window.location.origin)
  if (url.host === window.location.host) return
  console.warn('A call was redirected to another site')
  keepTabText(redirectAttemptKey, `${url.origin}${url.pathname}`)
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
