import { nameZone } from '@shared/meeting-time'

/** Those of the US from east to west: what most choose. */
const usZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

/** What a time zone is chosen from, the US first; the one on record is always among them. */
export function listTimeZones(onRecord: string) {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !usZones.includes(zone))
  const isKnown = !onRecord || usZones.includes(onRecord) || others.includes(onRecord)
  return [
    ...usZones.map((value) => ({ value, label: nameZone(value) })),
    ...[...others, ...(isKnown ? [] : [onRecord])].map((value) => ({
      value,
      label: value.replaceAll('_', ' '),
    })),
  ]
}
