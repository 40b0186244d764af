import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsentChange, ConsentKind, ConsentState, StopRequest } from '@shared/consents'
import { request } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'

const ownPath = '/api/consents'

/** Of the person who is logged in. */
export const consentsQuery = pathQuery<ConsentState[]>(ownPath)

/** Of someone, for the administrator; always fetched again, because they may have changed their mind. */
export const userConsentsQuery = (userId: number) => {
  const path = `/api/admin/users/${userId}/consents`
  return pathQuery<ConsentState[]>(path, { fresh: true })
}

/** How someone may be reached besides by email, which every page that offers it reads; null while that isn't known. */
export function useWaysToReach(userId: number | null | undefined) {
  const { data, isError } = useQuery({
    ...userConsentsQuery(userId ?? 0),
    enabled: Boolean(userId),
  })
  const agreesTo = (wanted: ConsentKind) =>
    data?.some(({ kind, isGiven }) => kind === wanted && isGiven) === true
  return { ways: data ? { calls: agreesTo('calls'), texts: agreesTo('texts') } : null, isError }
}

/** Records what someone who called or wrote does not want any more. */
export function useRecordStop(userId: number) {
  const queryClient = useQueryClient()
  const { queryKey } = userConsentsQuery(userId)
  return useMutation({
    mutationFn: (body: StopRequest) =>
      request<ConsentState[]>(`${queryKey[0]}/stop`, { method: 'POST', body }),
    onSuccess: (states) => {
      queryClient.setQueryData(queryKey, states)
      // In the person's history as well.
      void queryClient.invalidateQueries({ queryKey: [`/api/admin/users/${userId}/history`] })
    },
  })
}

export function useChangeConsent() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, change }: { kind: ConsentKind; change: ConsentChange }) =>
      request<ConsentState[]>(`${ownPath}/${kind}`, { method: 'POST', body: change }),
    onSuccess: (states) => queryClient.setQueryData(consentsQuery.queryKey, states),
  })
}
