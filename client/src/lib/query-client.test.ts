import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient, getQueryFn } from './query-client'
import { sessionKey } from './session'

afterEach(() => vi.unstubAllGlobals())

function answerWith(status: number, body: unknown) {
  const fetched = vi
    .fn<typeof fetch>()
    .mockImplementation(async () => new Response(JSON.stringify(body), { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('data is never stale, not refetched on focus, not polled, not retried', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
  expect(mutations).toMatchObject({ retry: false })
})

test('the first element of the query key is the path', async () => {
  const fetched = answerWith(200, [1, 2])
  const data = await createQueryClient().fetchQuery({ queryKey: ['/api/files', 'more'] })
  expect(data).toEqual([1, 2])
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/files')
})

test('a 401 is null when asked for, else an error, and ends the known session', async () => {
  answerWith(401, { message: 'Please log in.', code: 'unauthorized' })
  const client = createQueryClient()
  const asNull = { queryKey: ['/api/user'], queryFn: getQueryFn({ on401: 'returnNull' }) }
  expect(await client.fetchQuery(asNull)).toBeNull()

  client.setQueryData(sessionKey, { id: 1 })
  await expect(client.fetchQuery({ queryKey: ['/api/files'] })).rejects.toThrow('Please log in.')
  expect(client.getQueryData(sessionKey)).toBeNull()
})

test('a failed call is made once', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const fetched = answerWith(500, { message: 'No.', code: 'internal' })
  await createQueryClient()
    .fetchQuery({ queryKey: ['/api/files'] })
    .catch(() => undefined)
  expect(fetched).toHaveBeenCalledTimes(1)
})
