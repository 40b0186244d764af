import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { AnswerRequest, Meeting, OwnMatch, TimesRequest } from '@shared/matches'
import { joinMinutes, leadHours } from '@shared/meeting-time'
import { HttpError, request, post, put } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'
import { toast } from '@/lib/toast-store'
import { useSend } from '@/lib/use-send'

const minuteMs = 60_000

/** A longer wait overflows a browser's timer, which then ends immediately. */
const longestTimerMs = 2 ** 31 - 1

/** The moment at which the clock alone changes what the server answers: a time has passed, or the video room opens. */
function nextChange({ state, startsAt, endsAt, joinLink, offeredTimes }: OwnMatch): number | null {
  if (state === 'arranging' && offeredTimes.length > 0)
    return Math.min(...offeredTimes.map((at) => Date.parse(at))) - leadHours * 60 * minuteMs
  const isOver = endsAt !== null && Date.parse(endsAt) <= Date.now()
  if (state !== 'booked' || startsAt === null || isOver || joinLink) return null
  return Date.parse(startsAt) - joinMinutes * minuteMs
}

/** Polls at the next timed change; if the server's clock is behind, again after a minute. */
function findInterval(match: OwnMatch | null | undefined): number | false {
  const next = match ? nextChange(match) : null
  if (next === null) return false
  const wait = next - Date.now()
  return wait > 0 ? Math.min(wait, longestTimerMs) : minuteMs
}

/** The Join button should be there when someone comes back to the tab. */
const byClock = {
  refetchInterval: ({ state }: { state: { data?: OwnMatch | null } }) => findInterval(state.data),
  refetchIntervalInBackground: true,
}

/** One's own newest introduction; null without any. Fetched again whenever it is shown. */
export const ownMatchQuery = queryOptions({
  ...pathQuery<OwnMatch | null>('/api/match', { fresh: true }),
  ...byClock,
})

/** The entrepreneur's side of one, by the token of the mailed link. */
export const meetingQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/meeting', token],
    queryFn: ({ signal }) => request<Meeting>('/api/meeting', { signal, token }),
    staleTime: 0,
    ...byClock,
  })

/** Sent with an answer: the last digits of the phone, so that a leaked link is not enough. */
interface LinkProof {
  phoneEnd: string
}

export interface MatchCalls {
  giveTimes: (
    times: TimesRequest & Partial<LinkProof> & { isRecordingAllowed?: boolean },
  ) => Promise<unknown>
  answer: (answer: AnswerRequest & Partial<LinkProof>) => Promise<unknown>
  /** By a link: the other's contacts, once both have accepted. */
  showContacts: (proof: LinkProof) => Promise<unknown>
}

/** The answers of the logged-in partner or, with a token, of the entrepreneur whose link it is. */
export function useMatchCalls(token?: string): MatchCalls {
  const [path, sets]: [string, QueryKey] = token
    ? ['/api/meeting', meetingQuery(token).queryKey]
    : ['/api/match', ownMatchQuery.queryKey]
  const options = {
    sets,
    onRefusal(error: unknown, client: QueryClient) {
      const current = error instanceof HttpError ? error.data?.current : undefined
      if (!current) return
      client.setQueryData(sets, current)
      toast({ title: 'This has changed', description: 'Here’s the latest. Please check it again.' })
    },
  }
  const times = useSend((body: object) => put(`${path}/times`, body, { token }), options)
  const answer = useSend((body: object) => put(`${path}/answer`, body, { token }), options)
  const contacts = useSend((body: object) => post(`${path}/contacts`, body, { token }), options)
  return {
    giveTimes: times.mutateAsync,
    answer: answer.mutateAsync,
    showContacts: contacts.mutateAsync,
  }
}
