import { useEffect, useState } from 'react'
import type { OwnMatch } from '@shared/matches'
import { readingZone } from '@shared/meeting-time'
import { keepTabText, readTabText } from '@/lib/tab-storage'

const browserZone = (): string | undefined => new Intl.DateTimeFormat().resolvedOptions().timeZone

const chosenZone = 'time-zone'

/** The zone of our mail from an answer on: the one that they chose on the page, or this browser's. */
export const answeringZone = (): string | null => readTabText(chosenZone) ?? browserZone() ?? null

/**
 * The zone in which someone reads times: the one that they chose on the page, the one of our mail to them or, where we
 * don't know theirs, this browser's.
 */
export const zoneOf = (match: Pick<OwnMatch, 'timeZone'> | null | undefined): string =>
  readingZone(readTabText(chosenZone) ?? match?.timeZone ?? browserZone())

/** The zone that `zoneOf` finds, and what changes it. */
export function useZone(match: OwnMatch | null | undefined) {
  const [, setChosen] = useState<string>()
  const choose = (zone: string) => {
    keepTabText(chosenZone, zone)
    setChosen(zone)
  }
  return [zoneOf(match), choose] as const
}

/** The time now, looked at twice a minute unless it is told otherwise. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
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
