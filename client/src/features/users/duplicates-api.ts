import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Duplicate, DuplicateDismissal } from '@shared/duplicates'
import { request, post } from '@/lib/http'
import type { UserMarks } from '@shared/users'
import { withQuery } from '@/lib/paths'
import { usersPath } from './api'
import { pathQuery } from '@/lib/query-client'

const pathOf = (userId: number) => `${usersPath}/${userId}/duplicates`

/** Other accounts that may be the same person's, looked for again whenever someone is shown. */
export const duplicatesQuery = (userId: number) =>
  pathQuery<Duplicate[]>(pathOf(userId), { fresh: true })

/** Records that two accounts are two people, which marks both; the answer is the list of those left. */
export const dismissal = (userId: number) => ({
  send: (body: DuplicateDismissal) => post<Duplicate[]>(`${pathOf(userId)}/dismiss`, body),
  sets: [pathOf(userId)],
  refreshes: [marksPath('duplicate')],
})

type UserMark = 'duplicate' | 'bounce'

const marksPath = (mark: UserMark) => `${usersPath}/${mark}-marks`

/** The ids among these that have a mark, asked for again with every page. */
export function useUserMarks(
  mark: UserMark,
  users: readonly { id: number }[],
): ReadonlySet<number> {
  const path = withQuery(marksPath(mark), { ids: users.map(({ id }) => id).join() })
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<UserMarks>(path, { signal }),
    enabled: users.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    select: ({ marked }) => new Set(marked),
  })
  return data ?? noMarks
}

const noMarks: ReadonlySet<number> = new Set()
