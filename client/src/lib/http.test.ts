import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { refuseStorage } from '@tests/support/client/refuse-storage'
import {
  HttpError,
  connectionLost,
  errorFrom,
  getErrorMessage,
  getPage,
  redirectAttemptKey,
  request,
  samePath,
} from './http'
import { createQueryClient, pathQuery, sessionQuery } from './query-client'
import { beginSession, checkSession, endSession, sessionKey } from './session'
import type { CurrentUser } from '@shared/accounts'
import { sessionIdleMs } from '@shared/sessions'
import { fakePartner } from '@tests/support/client/fake-records'
import { queueLogout, sessionHint, watchSessionHint } from './session-hint'

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
const ownWords = 'Please try again.'

describe('calls', () => {
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
    answerWith('{"message":"Taken.","code":"conflict","errors":{"email":"Taken."}}', {
      status: 409,
    })
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
      scannedRows: null,
      shownAt: null,
    })
    answerWith('[]')
    expect(await getPage('/api/admin/users')).toEqual({
      rows: [],
      next: null,
      total: 0,
      scannedRows: null,
      shownAt: null,
    })
    answerWith('[]', { headers: { 'X-Total-Count': '0', 'X-Total-Among': '20000' } })
    expect(await getPage('/api/admin/users?search=q')).toMatchObject({
      total: 0,
      scannedRows: 20_000,
    })
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
})

const partner = fakePartner({ id: 7 })
const administrator: CurrentUser = { ...partner, id: 1, isAdmin: 1 }
let calls: string[] = []
let answers: Record<string, () => Response>
const refusal = () =>
  Response.json({ message: 'Please log in.', code: 'unauthorized' }, { status: 401 })
/** A tab in which someone is logged in and has loaded something. */
function openTab(user: CurrentUser) {
  const client = createQueryClient()
  beginSession(client, user)
  client.setQueryData(['/api/admin/credentials'], [{ password: 'shown' }])
  return client
}
const loaded = (client: ReturnType<typeof createQueryClient>) =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0])

describe('sessions', () => {
  beforeEach(() => {
    calls = []
    answers = {
      'POST /api/logout': () => Response.json({ message: 'Logged out successfully' }),
      'GET /api/files': () => Response.json([]),
    }
    vi.stubGlobal('fetch', async (path: string, { method = 'GET' } = {}) => {
      calls.push(`${method} ${path}`)
      return (answers[`${method} ${path}`] ?? refusal)()
    })
    vi.spyOn(console, 'error').mockReturnValue(undefined)
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  test('a 401 drops everything that was loaded but what is public', async () => {
    const client = openTab(partner)
    await client.fetchQuery({
      queryKey: ['/api/public'],
      queryFn: () => 'for everyone',
      meta: { isPublic: true },
    })
    await client.fetchQuery(pathQuery('/api/sessions')).catch(() => undefined)
    expect(new Set(loaded(client))).toEqual(new Set(['/api/public', sessionKey[0]]))
    expect(client.getQueryData(sessionKey)).toBeNull()
    expect(sessionHint()).toBeNull()
  })

  test('a 401 to a change does the same, and forgets what was sent', async () => {
    const client = openTab(partner)
    const mutation = client
      .getMutationCache()
      .build(client, { mutationFn: () => request('/api/password', { method: 'POST' }) })
    await mutation.execute(undefined).catch(() => undefined)
    expect(loaded(client)).toEqual([sessionKey[0]])
    expect(client.getMutationCache().getAll()).toEqual([])
  })

  test('a page opened after the session ended knows that there was one', async () => {
    openTab(partner)
    const later = createQueryClient()
    await later.fetchQuery(sessionQuery)
    expect(sessionHint()).toBeNull()
  })

  test('an answer in flight when the session ends does not bring it back', async () => {
    const client = openTab(partner)
    answers['GET /api/user'] = () => Response.json(partner)
    const asked = client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    endSession(client)
    await asked.catch(() => undefined)
    expect(client.getQueryData(sessionKey)).toBeNull()
    expect(sessionHint()).toBeNull()
  })

  test('what ended in one tab has ended in the others', () => {
    const first = openTab(partner)
    const second = openTab(partner)
    endSession(first, { isAsked: true })
    checkSession(second)
    expect(loaded(second)).toEqual([sessionKey[0]])
    expect(second.getQueryData(sessionKey)).toBeNull()
  })

  test('a tab of one person shows nothing of theirs when another logs in at the same time', async () => {
    const first = openTab(partner)
    openTab(administrator)
    checkSession(first)
    expect(loaded(first)).toEqual([sessionKey[0]])
    expect(first.getQueryData(sessionKey)).toBeUndefined()
  })

  test.each([
    { who: 'a partner', user: partner, idleMs: sessionIdleMs.partner },
    { who: 'the administrator', user: administrator, idleMs: sessionIdleMs.administrator },
  ])(
    'the session of $who ends after its idle time, on the server too',
    async ({ user, idleMs }) => {
      vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
      const client = openTab(user)
      vi.setSystemTime(Date.now() + idleMs - 1)
      checkSession(client)
      expect(client.getQueryData(sessionKey)).toEqual(user)
      vi.setSystemTime(Date.now() + 1)
      checkSession(client)
      expect(loaded(client)).toEqual([sessionKey[0]])
      expect(client.getQueryData(sessionKey)).toBeNull()
      await vi.waitFor(() => expect(calls).toEqual(['POST /api/logout']))
    },
  )

  test('an answered call in any tab restarts the idle time; a refused or failed one does not', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    openTab(administrator)
    const begun = sessionHint()?.usedAt
    vi.setSystemTime(Date.now() + 60_000)
    answers['GET /api/busy'] = () => Response.json({}, { status: 502 })
    await request('/api/busy').catch(() => undefined)
    expect(sessionHint()?.usedAt).toBe(begun)
    await request('/api/files')
    expect(sessionHint()?.usedAt).toBe(Date.now())
  })

  test('of the many answers of a moment, one is noted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    openTab(administrator)
    vi.setSystemTime(Date.now() + 60_000)
    const noted = vi.fn()
    const stop = watchSessionHint(noted)
    const notesAfter = async (ms: number) => {
      vi.setSystemTime(Date.now() + ms)
      await request('/api/files')
      return noted.mock.calls.length
    }
    expect([await notesAfter(0), await notesAfter(999), await notesAfter(1)]).toEqual([1, 1, 2])
    // The clock was set back.
    expect(await notesAfter(-60_000)).toBe(3)
    stop()
  })

  test('while a logout is owed nothing else is asked, and then it is the first call', async () => {
    queueLogout('asked')
    answers['POST /api/logout'] = () => Response.json({}, { status: 503 })
    await expect(request('/api/files')).rejects.toThrow('The connection was lost.')
    expect(calls).toEqual(['POST /api/logout'])

    answers['POST /api/logout'] = () => Response.json({ message: 'Logged out successfully' })
    await Promise.all([request('/api/files'), request('/api/files')])
    expect(calls.slice(1)).toEqual(['POST /api/logout', 'GET /api/files', 'GET /api/files'])
  })

  test.each(['GET', 'HEAD'] as const)(
    'an expired link of a file ends no session, and is a use of it (%s)',
    async (method) => {
      vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
      const client = openTab(administrator)
      vi.setSystemTime(Date.now() + 60_000)
      const headers = { 'X-Error-Code': 'link_expired' }
      answers[`${method} /uploads/key/report.pdf`] = () =>
        method === 'HEAD'
          ? new Response(null, { status: 401, headers })
          : Response.json({ message: 'This link has expired.' }, { status: 401, headers })
      const queryFn = () => request('/uploads/key/report.pdf', { method })
      const asked = client.fetchQuery({ queryKey: ['file-preview'], queryFn })
      await expect(asked).rejects.toMatchObject({ status: 401, code: 'link_expired' })
      expect(client.getQueryData(sessionKey)).toEqual(administrator)
      expect(loaded(client)).toContain('/api/admin/credentials')
      expect(sessionHint()?.usedAt).toBe(Date.now())
    },
  )

  test('a browser that keeps nothing still knows its session', () => {
    refuseStorage()
    const client = openTab(partner)
    checkSession(client)
    expect(client.getQueryData(sessionKey)).toEqual(partner)
  })
})
