import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Duplicate, DuplicateDismissal } from '@shared/duplicates'
import { post } from '@/lib/http'
import type { UserVerdict } from '@shared/review'
import type { UserMarks } from '@shared/users'
import { verdict } from '@shared/verdict'
import { withQuery } from '@/lib/paths'
import { usersPath } from './api'
import { pathQuery } from '@/lib/query-client'
import { basisPath, verdictsPath } from '@/lib/use-decide'

const pathOf = (userId: number) => `${usersPath}/${userId}/duplicates`

/** Other accounts that may be the same person's, looked for again whenever someone is shown. */
export const duplicatesQuery = (userId: number) =>
  pathQuery<Duplicate[]>(pathOf(userId), { fresh: true })

/** Records that accounts are another person's, each with this one; the answer is the list, with those marked. */
export const dismissal = (userId: number) => ({
  send: async (others: readonly { id: number }[], reason: string) => {
    let listed: Duplicate[] = []
    for (const { id } of others) {
      const body: DuplicateDismissal = { otherId: id, reason }
      listed = await post<Duplicate[]>(`${pathOf(userId)}/dismiss`, body)
    }
    return listed
  },
  sets: [pathOf(userId)],
  // Where one of them failed, those before it are said.
  refreshes: [pathOf(userId), verdictsPath, basisPath],
})

/** Those among these whose email bounced. */
export function useBounced(users: readonly { id: number }[]): ReadonlySet<number> {
  const { data } = useAbout<UserMarks>(`${usersPath}/bounce-marks`, users)
  return new Set(data?.marked)
}

export type Verdicts = (user: { id: number }) => ReturnType<typeof verdict> | undefined

/** The facts of each of these before a decision; undefined until they are known, and empty where they can't be. */
export function useVerdicts(users: readonly { id: number }[]): Verdicts {
  const { data, isPlaceholderData, isPending } = useAbout<UserVerdict[]>(verdictsPath, users)
  const known = new Map(data?.map((one) => [one.id, verdict(one)]))
  return ({ id }) => known.get(id) ?? (isPending || isPlaceholderData ? undefined : [])
}

/** Something about the people of a page, asked for again with every page. */
function useAbout<Answer>(of: string, users: readonly { id: number }[]) {
  const path = withQuery(of, { ids: users.map(({ id }) => id).join() })
  return useQuery({
    ...pathQuery<Answer>(path, { fresh: true }),
    enabled: users.length > 0,
    placeholderData: keepPreviousData,
  })
}
