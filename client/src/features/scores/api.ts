import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Confirmation } from '@shared/errors'
import type { PageMark, ScoreOverview, ScoreRequest } from '@shared/scores'
import { request } from '@/lib/http'
import { isBasis } from '@/lib/use-decide'

const readingMs = 5_000
const scorePath = (userId: number) => `/api/admin/users/${userId}/score`

/** A person's score, and what was found in their documents; asked for again while one is being read. */
export const scoreQuery = (userId: number) =>
  queryOptions({
    queryKey: [scorePath(userId)],
    queryFn: ({ signal }) => request<ScoreOverview>(scorePath(userId), { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.readings.some((reading) => reading.state === 'waiting') ? readingMs : false,
  })

export function useConfirmScore(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (confirmed: ScoreRequest) =>
      request<ScoreOverview>(scorePath(userId), { method: 'POST', body: confirmed }),
    onSuccess: (overview) => {
      queryClient.setQueryData(scoreQuery(userId).queryKey, overview)
      return queryClient.invalidateQueries({ predicate: isBasis })
    },
  })
}

export function useRemoveScore(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request<Confirmation>(scorePath(userId), { method: 'DELETE' }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: scoreQuery(userId).queryKey })
      await queryClient.invalidateQueries({ predicate: isBasis })
    },
  })
}

/** Where the scores that were found are in a document, the proposed one first. */
export function useScoreMarks(userId: number | undefined, fileId: number | undefined): PageMark[] {
  const { data } = useQuery({ ...scoreQuery(userId ?? 0), enabled: userId !== undefined })
  if (!data || fileId === undefined) return []
  const { proposal, readings } = data
  const found = readings.find((reading) => reading.fileId === fileId)?.scores ?? []
  const proposed = proposal?.fileId === fileId ? [proposal.mark] : []
  const all = [...proposed, ...found.map(({ mark }) => mark)].filter((mark) => mark !== null)
  return all.filter((mark, index) => all.findIndex((other) => isSamePlace(mark, other)) === index)
}

const isSamePlace = (one: PageMark, other: PageMark) =>
  one.page === other.page && one.left === other.left && one.top === other.top
