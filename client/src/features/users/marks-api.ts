import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UserMarks } from '@shared/users'
import { request } from '@/lib/http'
import { withQuery } from '@/lib/paths'
import { usersPath } from './api'

/** Marks of the list, in addition to its rows. */
type UserMark = 'duplicate' | 'bounce'

export const marksPath = (mark: UserMark) => `${usersPath}/${mark}-marks`

/** Who of these has a mark; asked for again with every page. */
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
