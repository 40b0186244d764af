import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

/** Stands at the network: what the server would answer. */
function answerWith(body: string, init: ResponseInit = {}, url = window.location.href) {
  const response = new Response(body, init)
  Object.defineProperty(response, 'url', { value: url })
  const fetched = vi.fn<typeof fetch>().mockResolvedValue(response)
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

test('every call sends cookies, and a body as JSON', async () => {
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

test('paths stay, absolute addresses on another host become paths', () => {
  expect(samePath('/api/user?x=1')).toBe('/api/user?x=1')
  expect(samePath('https://elsewhere.example/api/user?x=1')).toBe('/api/user?x=1')
  expect(samePath('//elsewhere.example/api/user')).toBe('/api/user')
  const own = `${window.location.origin}/api/user`
  expect(samePath(own)).toBe(own)
})

test('a JSON error holds status, message and data', async () => {
  answerWith('{"message":"Taken.","code":"conflict","errors":{"email":"Taken."}}', { status: 409 })
  const error = await request('/api/register').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(HttpError)
  expect(error).toMatchObject({
    status: 409,
    message: 'Taken.',
    data: { code: 'conflict', errors: { email: 'Taken.' } },
  })
})

test('a JSON error without a message falls back to the status text', async () => {
  answerWith('{}', { status: 500, statusText: 'Internal Server Error' })
  await expect(request('/api/files')).rejects.toThrow('Internal Server Error')
})

test('an error that is no JSON says status, colon, text', async () => {
  answerWith('upstream is gone', { status: 502 })
  await expect(request('/api/files')).rejects.toThrow('502: upstream is gone')
  answerWith('', { status: 502, statusText: 'Bad Gateway' })
  await expect(request('/api/files')).rejects.toThrow('502: Bad Gateway')
})

const ownWords = 'Please try again.'

test.each([
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

test.each(['{}', '<h1>502</h1>', ''])(
  'a call’s own words stand for a missing message: %s',
  (body) => {
    const error = errorFrom(502, 'Bad Gateway', body, {
      failure: 'Failed to update file status',
    })
    expect(getErrorMessage(error, ownWords)).toBe('Failed to update file status')
  },
)

test('a lost connection has words of its own; what is no answer at all has the page’s', () => {
  expect(getErrorMessage(connectionLost(), ownWords)).toMatch(/^The connection was lost\./)
  expect(getErrorMessage(new SyntaxError('Unexpected token <'), ownWords)).toBe(ownWords)
})

test('failures are logged, except those the browser itself logs and pages expect', async () => {
  answerWith('{"message":"No."}', { status: 500 })
  await request('/api/files').catch(() => undefined)
  expect(console.error).toHaveBeenCalledTimes(1)
  answerWith('{"message":"Please log in."}', { status: 401 })
  await request('/api/files').catch(() => undefined)
  expect(console.error).toHaveBeenCalledTimes(1)
})

test('an answer from another site is warned of and remembered, without its query', async () => {
  answerWith('{}', {}, 'https://login.elsewhere.example/start?token=secret')
  await request('/api/user')
  expect(console.warn).toHaveBeenCalledTimes(1)
  expect(sessionStorage.getItem(redirectAttemptKey)).toBe('https://login.elsewhere.example/start')
})

test('a page of a list has its rows, the next page and the total', async () => {
  answerWith('[{"id":3}]', {
    headers: { Link: '</api/admin/users?cursor=3>; rel="next"', 'X-Total-Count': '41' },
  })
  expect(await getPage('/api/admin/users')).toEqual({
    rows: [{ id: 3 }],
    next: '/api/admin/users?cursor=3',
    total: 41,
    among: null,
  })
  answerWith('[]')
  expect(await getPage('/api/admin/users')).toEqual({
    rows: [],
    next: null,
    total: 0,
    among: null,
  })
  answerWith('[]', { headers: { 'X-Total-Count': '0', 'X-Total-Among': '20000' } })
  expect(await getPage('/api/admin/users?search=q')).toMatchObject({ total: 0, among: 20_000 })
})
