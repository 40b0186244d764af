import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  ListedCredential,
  MonitoringCredential,
  OwnCredential,
  SharedCredentials,
  ShareCredentialsRequest,
} from '@shared/credentials'
import type { Confirmation } from '@shared/errors'
import type { ReviewDecision } from '@shared/review'
import { request } from '@/lib/http'
import { isListOf, pageQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { getQueryFn } from '@/lib/query-client'
import { useBusyIds } from '@/lib/use-busy-ids'

const credentialsPath = '/api/admin/credentials'
const overviewPath = `${credentialsPath}/overview`
const lists = [credentialsPath, overviewPath].map(isListOf)
const isCredentialList: ReturnType<typeof isListOf> = (query) =>
  lists.some((isList) => isList(query))

/** With every password: only for the page that shows them. */
export const credentialsQuery = (query: PageRequest) =>
  pageQuery<MonitoringCredential>(withQuery(credentialsPath, query))

/** The newest, without their passwords. */
export const credentialsOverviewQuery = () => pageQuery<ListedCredential>(overviewPath)

/** The logins that the person shared: always fetched anew, because the administrator may have decided. */
export const ownCredentialsQuery = queryOptions({
  queryKey: ['/api/credit-credentials'],
  queryFn: getQueryFn<OwnCredential[]>({ on401: 'throw' }),
  staleTime: 0,
  refetchOnMount: 'always',
})

export function useShareCredentials() {
  return useMutation({
    mutationFn: (credentials: ShareCredentialsRequest) =>
      request<SharedCredentials>('/api/credit-credentials', { method: 'POST', body: credentials }),
  })
}

const changeKey = ['change-credential']

export function useSetCredentialStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: changeKey,
    mutationFn: ({ id, ...decision }: ReviewDecision & { id: number }) =>
      request<ListedCredential>(`${credentialsPath}/${id}/status`, {
        method: 'PATCH',
        body: decision,
        failure: 'Failed to update credential status',
      }),
    // After a refusal too: someone else has decided meanwhile.
    onSettled: () => queryClient.invalidateQueries({ predicate: isCredentialList }),
  })
}

export function useDeleteCredential() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: changeKey,
    mutationFn: ({ id }: { id: number }) =>
      request<Confirmation>(`${credentialsPath}/${id}`, { method: 'DELETE' }),
    onSettled: () => queryClient.invalidateQueries({ predicate: isCredentialList }),
  })
}

/** The credentials about which a request is under way. */
export const useBusyCredentials = () => useBusyIds(changeKey)
