import type { CurrentUser } from '@shared/accounts'
import { sessionIdleMs } from '@shared/sessions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakePartner } from '@tests/support/client/fake-records'
import { refuseStorage } from '@tests/support/client/refuse-storage'
import { request } from './http'
import { queueLogout, sessionHint, watchSessionHint } from './session-hint'
import { createQueryClient, pathQuery, sessionQuery } from './query-client'
import { beginSession, checkSession, endSession, sessionKey } from './session'

const partner = fakePartner({ id: 7 })
const administrator: CurrentUser = { ...partner, id: 1, isAdmin: 1 }

let calls: string[] = []
let answers: Record<string, () => Response>

const refusal = () =>
  Response.json({ message: 'Please log in.', code: 'unauthorized' }, { status: 401 })

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
  localStorage.clear()
})

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
])('the session of $who ends after its idle time, on the server too', async ({ user, idleMs }) => {
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
})

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
