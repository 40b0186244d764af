import { useEffect, useState } from 'react'
import type { OwnMatch } from '@shared/matches'
import { programZone } from '@shared/program-time'
import { formatClock, formatMeetingTime, readingZone } from '@shared/meeting-time'

export const browserZone = (): string | undefined =>
  new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone in which someone reads times, as in our mail to them; this browser's, where we don't know theirs. */
export const zoneOf = (match: Pick<OwnMatch, 'timeZone'> | null | undefined): string =>
  readingZone(match?.timeZone ?? browserZone())

/** The time now, looked at twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

export type Phase =
  'choose' | 'chosen' | 'no-times' | 'over' | 'accepted' | Exclude<OwnMatch['state'], 'arranging'>

/** The phase of an introduction for one of its people, on every page that shows it. */
export function phaseOf(match: OwnMatch, now: number): Phase {
  const { state, offeredTimes, chosenTimes, endsAt, answer } = match
  switch (state) {
    case 'arranging':
      if (offeredTimes.length === 0 || chosenTimes?.length === 0) return 'no-times'
      return chosenTimes === null ? 'choose' : 'chosen'
    case 'booked':
      return endsAt !== null && Date.parse(endsAt) <= now ? 'over' : 'booked'
    case 'met':
      return answer === 'accepted' ? 'accepted' : 'met'
    default:
      return state
  }
}

/** 'Tue, Dec 1, 1:00 PM MST (3:00 PM EST)': where the clocks differ, with the office's. */
export function describeMeetingTime(at: string, zone: string): string {
  const moment = new Date(at)
  const [here, office] = [formatClock(moment, zone), formatClock(moment, programZone)]
  const isSame = here.replace(/ \S+$/, '') === office.replace(/ \S+$/, '')
  return `${formatMeetingTime(moment, zone)}${isSame ? '' : ` (${office})`}`
}

/** The start of the day that it is in a zone, as if that were UTC. */
const dayOf = (moment: Date, zone: string) =>
  Date.parse(
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(moment),
  )

const minutesText = (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`

/** How far ahead a meeting is: 'Today.', 'In 3 days.', 'Starts in 12 minutes.' */
export function describeAhead(at: string, now: number, zone: string): string {
  const minutes = Math.ceil((Date.parse(at) - now) / 60_000)
  if (minutes <= 0) return 'It has started.'
  if (minutes <= 60) return `Starts in ${minutesText(minutes)}.`
  const [day, today] = [new Date(at), new Date(now)].map((moment) => dayOf(moment, zone))
  const days = Math.round(((day ?? 0) - (today ?? 0)) / 86_400_000)
  if (days <= 0) return 'Today.'
  return days === 1 ? 'Tomorrow.' : `In ${days} days.`
}
