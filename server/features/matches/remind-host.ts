import type { Meeting } from './write-invite'

const minutesBefore = 30

/** The host is reminded of the way to the video room before a meeting, and of recording it after. */
export function remindHost(meeting: Meeting | null, now: Date) {
  if (!meeting) return []
  const soon = new Date(meeting.startsAt.getTime() - minutesBefore * 60_000)
  const reminders = [
    { letter: 'meeting-host-soon', at: soon },
    { letter: 'meeting-host-over', at: meeting.endsAt },
  ] as const
  return reminders
    .filter(({ at }) => at > now)
    .map((reminder) => ({ to: 'host', ...reminder, meeting, leads: [] }) as const)
}
