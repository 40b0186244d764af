import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Duplicate, DuplicateDismissal } from '@shared/duplicates'
import { request } from '@/lib/http'
import { usersPath } from './api'
import { marksPath } from './marks-api'

const pathOf = (userId: number) => `${usersPath}/${userId}/duplicates`

/** Other accounts that may be the same person's, looked for again whenever someone is shown. */
export const duplicatesQuery = (userId: number) =>
  queryOptions({
    queryKey: [pathOf(userId)],
    queryFn: ({ signal }) => request<Duplicate[]>(pathOf(userId), { signal }),
    staleTime: 0,
  })

/** Keeps that two accounts are two people; the answer is what is left. */
export function useDismissDuplicate(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: DuplicateDismissal) =>
      request<Duplicate[]>(`${pathOf(userId)}/dismiss`, { method: 'POST', body }),
    onSuccess: (left) => {
      queryClient.setQueryData(duplicatesQuery(userId).queryKey, left)
      // It marks both of them.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith(marksPath('duplicate')),
      })
    },
  })
}
