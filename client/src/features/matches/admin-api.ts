import type { QueryClient } from '@tanstack/react-query'
import type { CalendarEntry, MatchDesk, TodaysMeeting } from '@shared/match-desk'
import type { EndRequest, ListedMatch, Match, NewTimesRequest, OfferRequest } from '@shared/matches'
import type { MeetingSettings } from '@shared/meeting-settings'
import { HttpError, post, put } from '@/lib/http'
import type { Undoable } from '@/lib/track-changes'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { pathQuery } from '@/lib/query-client'
import { withQuery } from '@/lib/paths'
import { toastError } from '@/lib/toast-store'
import { everyAdminPage, useSend } from '@/lib/use-send'
import { useUndo } from '@/lib/use-undo'

const matchesPath = '/api/admin/matches'

export const matchDeskQuery = pathQuery<MatchDesk>('/api/admin/match-desk', { fresh: true })

export const todaysMeetingsQuery = pathQuery<TodaysMeeting[]>('/api/admin/todays-meetings', {
  fresh: true,
})

export const matchCalendarQuery = (from: Date, to: Date) =>
  pathQuery<CalendarEntry[]>(
    withQuery('/api/admin/match-calendar', { from: from.toISOString(), to: to.toISOString() }),
    { fresh: true },
  )

/** One page of the introductions, refetched whenever it is opened: their people answer by themselves. */
export const matchesQuery = (query: PageRequest & { partner?: string }) =>
  pageQuery<ListedMatch>(matchesPath, query, { fresh: true })

export const matchQuery = (id: number) => pathQuery<Match>(`${matchesPath}/${id}`, { fresh: true })

export const meetingSettingsQuery = pathQuery<MeetingSettings>('/api/admin/settings/meetings', {
  fresh: true,
})

const isMatch = (value: unknown): value is Match =>
  typeof value === 'object' && value !== null && 'basedOn' in value && 'sides' in value

/** The introduction as it is now, where someone changed it since it was shown. */
export function readCurrent(error: unknown): Match | null {
  const current = error instanceof HttpError && error.status === 409 && error.data?.current
  return isMatch(current) ? current : null
}

/** Shows the introduction as it is after a change or a conflict, and fetches the other lists again. */
const useMatchSend = <Answer, Input>(call: (input: Input) => Promise<Answer>) =>
  useSend(call, {
    onAnswer: (answer, client) => show(client, answer),
    onRefusal: (error, client) => show(client, readCurrent(error)),
    refreshes: everyAdminPage,
  })

function show(client: QueryClient, match: unknown): void {
  if (isMatch(match)) client.setQueryData(matchQuery(match.id).queryKey, match)
}

const stepNames: Record<MatchStep['step'], string> = {
  times: 'Times changed',
  met: 'Meeting recorded',
  end: 'Introduction ended',
}

const stepUndo =
  (name: string) =>
  ({ id, basedOn }: Pick<Match, 'id' | 'basedOn'>): Undoable => ({
    path: `matches/${id}`,
    name,
    where: window.location.pathname,
    tellsSomeone: true,
    basedOn,
  })

export const useOfferMatch = () =>
  useMatchSend((offer: OfferRequest) =>
    post<Match>(matchesPath, offer, { undo: stepUndo('Times offered') }),
  )

type MatchStep =
  | { step: 'times'; body: NewTimesRequest }
  | { step: 'met'; body: { basedOn: string } }
  | { step: 'end'; body: EndRequest }

export const useMatchStep = (id: number) =>
  useMatchSend(({ step, body }: MatchStep) =>
    (step === 'times' ? put : post)<Match>(`${matchesPath}/${id}/${step}`, body, {
      undo: stepUndo(stepNames[step]),
    }),
  )

/** Takes a step and says that it was taken, with the way to undo it; or why it was not. */
export function useTake(step: ReturnType<typeof useMatchStep>) {
  const { sayDone } = useUndoStep()
  return async (request: MatchStep, done: string) => {
    try {
      sayDone(done, await step.mutateAsync(request))
    } catch (error) {
      toastError('Nothing was changed', error)
    }
  }
}

/** Where one meeting is held; an empty link stands for the room of the settings. */
export const useOwnRoom = (id: number) =>
  useMatchSend((link: string) => put<Match>(`${matchesPath}/${id}/room`, { link }))

/** Another link for the entrepreneur; the one before stops working. */
export const renewLink = (id: number) => post<{ link: string }>(`${matchesPath}/${id}/link`)

export function useUndoStep() {
  const { undo, sayDone } = useUndo()
  return {
    undo: (match: Match) => undo(stepUndo('Last step of the introduction')(match)),
    sayDone: (title: string, match: Match) => {
      const leave = match.mailsLeaveAt ? 'The emails about it go out in a minute.' : undefined
      sayDone(`matches/${match.id}`, title, leave)
    },
  }
}
