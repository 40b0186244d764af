import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerRequest, Meeting, OwnMatch, TimesRequest } from '@shared/matches'
import { HttpError, request } from '@/lib/http'
import { toast } from '@/lib/toast-store'

const minuteMs = 60_000

/** Around the start of a meeting, the video link and the state come by themselves. */
function findInterval(match: OwnMatch | null | undefined): number | false {
  if (!match?.startsAt || match.state !== 'booked') return false
  return Date.parse(match.startsAt) - Date.now() < 60 * minuteMs ? minuteMs / 2 : false
}

/** One's own newest introduction; null without any. Fetched anew whenever it is shown. */
export const matchQuery = queryOptions({
  queryKey: ['/api/match'],
  queryFn: ({ signal }) => request<OwnMatch | null>('/api/match', { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => findInterval(state.data),
})

/** The entrepreneur's side of one, by the token of the mailed link. */
export const meetingQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/meeting', token],
    queryFn: ({ signal }) => request<Meeting>('/api/meeting', { signal, token }),
    staleTime: 0,
    refetchInterval: ({ state }) => findInterval(state.data),
  })

/** What an entrepreneur's answers carry as well: who knows the phone on file has not only the link. */
interface LinkProof {
  phoneEnd: string
}

export interface MatchCalls {
  giveTimes: (
    times: TimesRequest & Partial<LinkProof> & { isRecordingAllowed?: boolean },
  ) => Promise<unknown>
  answer: (answer: AnswerRequest & Partial<LinkProof>) => Promise<unknown>
}

/** The answers of the logged-in partner or, with a token, of the entrepreneur whose link it is. */
export function useMatchCalls(token?: string): MatchCalls {
  const queryClient = useQueryClient()
  const [path, queryKey] = token
    ? ['/api/meeting', meetingQuery(token).queryKey]
    : ['/api/match', matchQuery.queryKey]
  const keep = (match: unknown) => queryClient.setQueryData<unknown>([...queryKey], match)
  const options = {
    onSuccess: keep,
    onError(error: unknown) {
      const current = error instanceof HttpError ? error.data?.current : undefined
      if (!current) return
      keep(current)
      toast({ title: 'This has changed', description: 'Here is how it is now. Please look again.' })
    },
  }
  const times = useMutation({
    mutationFn: (body: object) => request(`${path}/times`, { method: 'PUT', body, token }),
    ...options,
  })
  const answer = useMutation({
    mutationFn: (body: object) => request(`${path}/answer`, { method: 'PUT', body, token }),
    ...options,
  })
  return { giveTimes: times.mutateAsync, answer: answer.mutateAsync }
}
