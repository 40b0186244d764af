import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { CurrentUser, MissingStep } from '@shared/accounts'
import type { MailAvailability } from '@shared/mail'
import { HttpError, request } from './http'
import { isLoggedOut } from './session-hint'
import { endSession, syncSession, sessionKey } from './session'

/** The answer of a path: fetched once and again after a change, or, `fresh`, whenever it is opened. */
export const pathQuery = <Answer>(path: string, { fresh = false } = {}) =>
  queryOptions({
    queryKey: [path] as const,
    queryFn: ({ signal }) => request<Answer>(path, { signal }),
    ...(fresh && { staleTime: 0 }),
  })

/** The person who is logged in; null, for no one, is an answer and no error. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  async queryFn({ signal }) {
    try {
      return await request<CurrentUser>(sessionKey[0], { signal })
    } catch (error) {
      if (endsSession(error)) return null
      throw error
    }
  },
})

/** Whether the portal can send mail: asked only where that matters. */
export const mailAvailabilityQuery = queryOptions({
  ...pathQuery<MailAvailability>('/api/mail-status'),
  meta: { isPublic: true },
})

/** Data is never stale by itself: it is fetched once, and again after a change. */
export function createQueryClient(): QueryClient {
  // Nearly any 401 means that the session has ended: guards then ask to log in again.
  const onError = (error: Error) => {
    if (endsSession(error)) endSession(client)
    // The page learns with who is logged in what they must do before anything else.
    if (tellsMissingStep(error)) void client.invalidateQueries({ queryKey: sessionKey })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError,
      onSuccess: (_data, { queryKey }) => {
        if (queryKey[0] !== sessionKey[0]) return
        syncSession(client, client.getQueryData<CurrentUser>(sessionKey) ?? null)
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        // Without a connection a call fails immediately and says so, instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** Whether a call failed because no one is logged in. */
export const endsSession = (error: unknown) => error instanceof HttpError && isLoggedOut(error)

const stepCodes: Record<MissingStep, true> = {
  'account-closing': true,
  'password-change-required': true,
  'second-factor-setup-required': true,
}

const tellsMissingStep = (error: unknown) =>
  error instanceof HttpError && (error.data?.code ?? '') in stepCodes
