import { hourIn, isTimeZone } from '@shared/meeting-time'
import { textHours } from '@shared/texts'

/** The easternmost and westernmost zones of the states: 9 AM to 8 PM in both means so in all between. */
const outermostZones = ['America/New_York', 'Pacific/Honolulu']
const stepMs = 5 * 60_000
const longestNightMs = 36 * 3_600_000

const isAwake = (moment: Date, zone: string) => {
  const hour = hourIn(moment, zone)
  return hour >= textHours.from && hour < textHours.to
}

/**
 * When a text may be sent to someone at the earliest, from a moment on. Their zone may be unknown, also to this
 * machine.
 */
export function nextTextMoment(from: Date, zone: string | null): Date {
  const zones = zone && isTimeZone(zone) ? [zone] : outermostZones
  const isAllowed = (moment: Date) => zones.every((one) => isAwake(moment, one))
  if (isAllowed(from)) return from
  const firstStep = Math.ceil(from.getTime() / stepMs) * stepMs
  for (let at = firstStep; at < firstStep + longestNightMs; at += stepMs) {
    if (isAllowed(new Date(at))) return new Date(at)
  }
  throw new Error('No hour of the day is one for texts.')
}
