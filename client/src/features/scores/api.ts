import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PageMark, ScoreOverview, ScoreRequest } from '@shared/scores'
import { del, post } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'
import { basisPath, verdictsPath } from '@/lib/use-decide'

const readingMs = 5_000
const scorePath = (userId: number) => `/api/admin/users/${userId}/score`

/** A person's score, and what was found in their documents; asked for again while one is being read. */
export const scoreQuery = (userId: number) =>
  queryOptions({
    ...pathQuery<ScoreOverview>(scorePath(userId), { fresh: true }),
    refetchInterval: ({ state }) =>
      state.data?.readings.some((reading) => reading.state === 'waiting') ? readingMs : false,
  })

export const scoreConfirmation = (userId: number) => ({
  send: (score: ScoreRequest) => post<ScoreOverview>(scorePath(userId), score),
  sets: [scorePath(userId)],
  refreshes: [basisPath, verdictsPath],
  done: (_overview: ScoreOverview, { score }: ScoreRequest) => `Score ${score} confirmed`,
})

export const scoreRemoval = (userId: number) => ({
  send: () => del(scorePath(userId)),
  refreshes: [scorePath(userId), basisPath, verdictsPath],
})

/** Places of the found scores in a document, the proposed one first. */
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
