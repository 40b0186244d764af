import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refuseStorage } from '@tests/support/client/refuse-storage'
import {
  connectionLost,
  errorFrom,
  getPage,
  HttpError,
  getErrorMessage,
  redirectAttemptKey,
  request,
  samePath,
} from './http'
import { createQueryClient, pathQuery, sessionQuery } from './query-client'
import { sessionKey } from './session'

/** Replaces the network: what the server would answer. */
function answerWith(body: string, init: ResponseInit = {}, url = window.location.href) {
  const fetched = vi.fn<typeof fetch>(async () => {
    const response = new Response(body, init)
    Object.defineProperty(response, 'url', { value: url })
    return response
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

it('every call sends cookies, and a body as JSON', async () => {
  const fetched = answerWith('{"ok":true}')
  await request('/api/login', { method: 'POST', body: { email: 'a@b.example' } })
  const [path, options] = fetched.mock.calls[0] ?? []
  expect(path).toBe('/api/login')
  expect(options).toMatchObject({
    method: 'POST',
    credentials: 'include',
    body: '{"email":"a@b.example"}',
  })
})

it('paths stay, absolute addresses on another host become paths', () => {
  expect(samePath('/api/user?x=1')).toBe('/api/user?x=1')
  expect(samePath('https://elsewhere.example/api/user?x=1')).toBe('/api/user?x=1')
  expect(samePath('//elsewhere.example/api/user')).toBe('/api/user')
  const own = `${window.location.origin}/api/user`
  expect(samePath(own)).toBe(own)
})

it('a JSON error holds status, message and data', async () => {
  answerWith('{"message":"Taken.","code":"conflict","errors":{"email":"Taken."}}', { status: 409 })
  const error = await request('/api/register').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(HttpError)
  expect(error).toMatchObject({
    status: 409,
    message: 'Taken.',
    data: { code: 'conflict', errors: { email: 'Taken.' } },
  })
})

it('an error that is no JSON says status, colon, text', async () => {
  answerWith('upstream is gone', { status: 502 })
  await expect(request('/api/files')).rejects.toThrow('502: upstream is gone')
  answerWith('', { status: 502, statusText: 'Bad Gateway' })
  await expect(request('/api/files')).rejects.toThrow('502: Bad Gateway')
})

const ownWords = 'Please try again.'

it.each([
  { body: '{"message":"Taken."}', message: 'Taken.', shown: 'Taken.' },
  { body: '{}', message: 'Bad Gateway', shown: ownWords },
  { body: '{"message":""}', message: 'Bad Gateway', shown: ownWords },
  { body: '{"message":{"html":"<b>"}}', message: 'Bad Gateway', shown: ownWords },
  { body: '<h1>502</h1>', message: '502: <h1>502</h1>', shown: ownWords },
  { body: '"Bad"', message: '502: "Bad"', shown: ownWords },
  { body: '', message: '502: Bad Gateway', shown: ownWords },
])('of $body the log gets what there is, a person the server’s own words', (answer) => {
  const error = errorFrom(502, 'Bad Gateway', answer.body)
  expect(error).toMatchObject({ status: 502, message: answer.message })
  expect(getErrorMessage(error, ownWords)).toBe(answer.shown)
})

it.each(['{}', '<h1>502</h1>', ''])(
  'a call’s own words stand for a missing message: %s',
  (body) => {
    const error = errorFrom(502, 'Bad Gateway', body, {
      failure: 'Failed to update file status',
    })
    expect(getErrorMessage(error, ownWords)).toBe('Failed to update file status')
  },
)

it('a lost connection has words of its own; what is no answer at all has the page’s', () => {
  expect(getErrorMessage(connectionLost(), ownWords)).toMatch(/^The connection was lost\./)
  expect(getErrorMessage(new SyntaxError('Unexpected token <'), ownWords)).toBe(ownWords)
})

it('failures are logged, except those the browser itself logs and pages expect', async () => {
  answerWith('{"message":"No."}', { status: 500 })
  await request('/api/files').catch(() => undefined)
  expect(console.error).toHaveBeenCalledTimes(1)
  answerWith('{"message":"Please log in."}', { status: 401 })
  await request('/api/files').catch(() => undefined)
  expect(console.error).toHaveBeenCalledTimes(1)
})

it('an answer from another site is warned of and remembered, without its query', async () => {
  answerWith('{}', {}, 'https://login.elsewhere.example/start?token=secret')
  await request('/api/user')
  expect(console.warn).toHaveBeenCalledTimes(1)
  expect(sessionStorage.getItem(redirectAttemptKey)).toBe('https://login.elsewhere.example/start')
})

it('an answer from another site arrives where the browser keeps nothing', async () => {
  refuseStorage()
  answerWith('{"id":7}', {}, 'https://login.elsewhere.example/start')
  expect(await request('/api/user')).toEqual({ id: 7 })
})

it('a page of a list has its rows, the next page and the total', async () => {
  answerWith('[{"id":3}]', {
    headers: { Link: '</api/admin/users?cursor=3>; rel="next"', 'X-Total-Count': '41' },
  })
  expect(await getPage('/api/admin/users')).toEqual({
    rows: [{ id: 3 }],
    next: '/api/admin/users?cursor=3',
    total: 41,
    among: null,
    shownAt: null,
  })
  answerWith('[]')
  expect(await getPage('/api/admin/users')).toEqual({
    rows: [],
    next: null,
    total: 0,
    among: null,
    shownAt: null,
  })
  answerWith('[]', { headers: { 'X-Total-Count': '0', 'X-Total-Among': '20000' } })
  expect(await getPage('/api/admin/users?search=q')).toMatchObject({ total: 0, among: 20_000 })
  answerWith('[]', { headers: { 'X-Total-Count': '0', 'X-Near-Search': 'Jos%C3%A9%20Nunez' } })
  expect(await getPage('/api/admin/users?search=q')).toMatchObject({ nearSearch: 'José Nunez' })
})

describe('the query client', () => {
  it('holds data that is never stale, not refetched on focus, not polled, not retried', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions()
    expect(queries).toMatchObject({
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
    })
    expect(mutations).toMatchObject({ retry: false })
  })

  it('asks for the path of a query, and keeps the answer under it', async () => {
    const fetched = answerWith('[1,2]')
    const client = createQueryClient()
    const data = await client.fetchQuery(pathQuery('/api/files'))
    expect(client.getQueryData(['/api/files'])).toEqual([1, 2])
    expect(data).toEqual([1, 2])
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/files')
  })

  it('answers a 401 with null where it is asked who is logged in, else with an error, and ends the known session', async () => {
    answerWith('{"message":"Please log in.","code":"unauthorized"}', { status: 401 })
    const client = createQueryClient()
    expect(await client.fetchQuery(sessionQuery)).toBeNull()

    client.setQueryData(sessionKey, { id: 1 })
    await expect(client.fetchQuery(pathQuery('/api/files'))).rejects.toThrow('Please log in.')
    expect(client.getQueryData(sessionKey)).toBeNull()
  })

  it('makes a failed call once', async () => {
    const fetched = answerWith('{"message":"No."}', { status: 500 })
    await createQueryClient()
      .fetchQuery(pathQuery('/api/files'))
      .catch(() => undefined)
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})
