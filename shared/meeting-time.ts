import { programZone } from './program-time'

/** A partner meets someone within so many days of the approval. */
export const promisedDays = 7
/** A time is offered, or booked, at least so long before it. */
export const leadHours = 2
/** The Join button is there from so many minutes before the start to the end. */
export const joinMinutes = 15

/** Whether a name is one of a time zone that this machine knows. */
export function isTimeZone(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: zone })
    return /^[A-Za-z]/.test(zone)
  } catch {
    return false
  }
}

/** The zones of the States and their territories, by every name that a browser or a person may give them. */
const zonesOfStates: ReadonlySet<string> = new Set(
  [
    'Adak Anchorage Atka Boise Chicago Denver Detroit Fort_Wayne Indianapolis Juneau Knox_IN Louisville Los_Angeles',
    'Menominee Metlakatla New_York Nome Phoenix Puerto_Rico Shiprock Sitka St_Thomas Virgin Yakutat',
    'Indiana/Indianapolis Indiana/Knox Indiana/Marengo Indiana/Petersburg Indiana/Tell_City Indiana/Vevay',
    'Indiana/Vincennes Indiana/Winamac Kentucky/Louisville Kentucky/Monticello',
    'North_Dakota/Beulah North_Dakota/Center North_Dakota/New_Salem',
  ]
    .flatMap((names) => names.split(' '))
    .map((name) => `America/${name}`)
    .concat(
      ['Guam', 'Honolulu', 'Midway', 'Pago_Pago', 'Saipan', 'Wake'].map(
        (name) => `Pacific/${name}`,
      ),
    ),
)

/**
 * A zone of the States, as this machine names it; null for any other value. What a browser says may be no zone at all,
 * or one that was chosen to hide where someone is.
 */
export function findStatesZone(said: unknown): string | null {
  if (typeof said !== 'string' || !isTimeZone(said)) return null
  const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: said }).resolvedOptions()
  return zonesOfStates.has(timeZone) ? timeZone : null
}

/** Those that most of the US lives in, from east to west. */
export const usZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

/** The zone in which someone reads times: theirs or, where that isn't known or lies elsewhere, the program's. */
export const readingZone = (said: unknown): string => findStatesZone(said) ?? programZone

/** One formatter a zone and form: making one takes longer than formatting a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatterOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${Object.keys(options).join()}`
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options })
  formatters.set(key, formatter)
  return formatter
}

/** Some versions of ICU put a narrow no-break space before PM, which makes a text message twice as long. */
const withPlainSpaces = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ')

/** 'Tue, Dec 1, 1:00 PM MST': a moment as the clock in a zone shows it. */
export const formatMeetingTime = (moment: Date, zone: string): string =>
  withPlainSpaces(
    formatterOf(zone, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(moment),
  )

/** '1:00 PM MST'. */
export const formatClock = (moment: Date, zone: string): string =>
  withPlainSpaces(
    formatterOf(zone, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).format(moment),
  )

/** 'Tue, Dec 1'. */
export const formatMeetingDay = (moment: Date, zone: string): string =>
  formatterOf(zone, { weekday: 'short', month: 'short', day: 'numeric' }).format(moment)

/** 'Tue, Dec 1, 1:00 PM MST (3:00 PM EST)': by the reader's clock and, where that differs, the host's. */
export function describeMeetingTime(moment: Date, zone: string): string {
  const shown = formatMeetingTime(moment, zone)
  const eastern = formatMeetingTime(moment, programZone)
  if (shown === eastern) return shown
  const isSameDay = formatMeetingDay(moment, zone) === formatMeetingDay(moment, programZone)
  return `${shown} (${isSameDay ? formatClock(moment, programZone) : eastern})`
}

/** A time within a sentence: a line may break between its day and its hour, and never inside one. */
export const keepTogether = (time: string): string =>
  time.replace(/(\d,)? (\()?/g, (all: string, day?: string, aside?: string) =>
    day || aside ? all : '\u00a0',
  )

/** The hour that the clock in a zone shows, from 0 to 23.99. */
export function hourIn(moment: Date, zone: string): number {
  const parts = formatterOf(zone, {
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(moment)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return read('hour') + read('minute') / 60
}

/** 'Mountain Time (Denver)'. */
export function nameZone(zone: string): string {
  const name = formatterOf(zone, { timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ')
  return city && zone.includes('/') ? `${name ?? zone} (${city})` : (name ?? zone)
}
