import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TakenDecision } from '@shared/decisions'
import type { Confirmation } from '@shared/errors'
import type { ListedUser, UserDecision } from '@shared/users'
import { request } from '@/lib/http'
import {
  forgetRow,
  isListOf,
  pageQuery,
  replaceRow,
  rowQuery,
  type PageRequest,
} from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { useBusyIds } from '@/lib/use-busy-ids'

export const usersPath = '/api/admin/users'

export const usersQuery = (query: PageRequest) => pageQuery<ListedUser>(withQuery(usersPath, query))

export const userQuery = (id: string) => rowQuery<ListedUser>(usersPath, id)

const changeKey = ['change-user']

/** The lists of documents and logins too. */
export const isOfAdmin = (query: { queryKey: readonly unknown[] }) =>
  String(query.queryKey[0]).startsWith('/api/admin/')

/** The users about whom a request is under way. */
export const useBusyUsers = () => useBusyIds(changeKey)

export function useSetUserStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: changeKey,
    mutationFn: ({ id, ...decision }: UserDecision & { id: number }) =>
      request<ListedUser & TakenDecision>(`${usersPath}/${id}/status`, {
        method: 'PATCH',
        body: decision,
      }),
    onSuccess: (changed) => replaceRow(queryClient, usersPath, changed),
    onSettled: async (_changed, refusal, { alsoApprove }) => {
      const isChanged = alsoApprove ? isOfAdmin : isListOf(usersPath)
      const fetched = queryClient.invalidateQueries({ predicate: isChanged })
      // Someone else has decided meanwhile: nothing more until that is to be seen.
      if (refusal) await fetched
    },
  })
}

export function useDeleteUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: changeKey,
    mutationFn: ({ id }: { id: number }) =>
      request<Confirmation>(`${usersPath}/${id}`, { method: 'DELETE' }),
    onSuccess: (_deleted, { id }) => forgetRow(queryClient, usersPath, id),
    // The user's files and credentials are gone as well.
    onSettled: () => queryClient.invalidateQueries({ predicate: isOfAdmin }),
  })
}

export function useEndUserSessions() {
  return useMutation({
    mutationFn: ({ id }: { id: number }) =>
      request<Confirmation>(`${usersPath}/${id}/sessions`, { method: 'DELETE' }),
  })
}
