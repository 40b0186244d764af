import { dateFormat } from '@shared/lazily'
import { exactTotalLimit } from '@shared/list-choices'

const dateTime = dateFormat({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** 'Nov 20, 2026, 9:41 AM', in the viewer's own zone. */
export const formatDateTime = (iso: string): string => dateTime(new Date(iso))

const date = dateFormat({ year: 'numeric', month: 'short', day: 'numeric' })

/** 'Nov 20, 2026', in the viewer's own zone. */
export const formatDate = (iso: string | Date): string => date(new Date(iso))

const monthDay = dateFormat({ month: 'short', day: 'numeric' })

/** 'Nov 20', of a day that is near, in the viewer's own zone. */
export const formatMonthDay = (iso: string): string => monthDay(new Date(iso))

const timeOfDay = dateFormat({ hour: 'numeric', minute: '2-digit' })

/** '9:12 PM' of today, 'Nov 20, 9:12 PM' of another day, in the viewer's own zone. */
export function formatSince(iso: string): string {
  const time = timeOfDay(new Date(iso))
  return formatDate(iso) === formatDate(new Date()) ? time : `${formatMonthDay(iso)}, ${time}`
}

/** A number of ten digits as '(303) 555-0100', however it was typed; any other stays as it is. */
export function formatPhone(typed: string): string {
  const digits = tenDigits(typed)
  return digits ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : typed
}

/** The address that a phone dials: 'tel:+13035550100'. */
export function phoneAddress(typed: string): string {
  const digits = tenDigits(typed)
  return `tel:${digits ? `+1${digits}` : typed.replace(/[^\d+]/g, '')}`
}

/** Digits of a number in the United States; with + and another country's code, null. */
const tenDigits = (typed: string): string | undefined =>
  /^(?:\+?1)?(\d{10})$/.exec(typed.replace(/[\s().-]/g, ''))?.[1]

const calendarDay = dateFormat({
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** 'Nov 20' of '2026-11-20', a day in no zone. */
export const formatDay = (day: string): string => calendarDay(new Date(`${day}T00:00:00Z`))

const calendarMonth = dateFormat({
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** 'Nov 2026' of '2026-11'. */
export const formatMonth = (month: string): string =>
  calendarMonth(new Date(`${month}-01T00:00:00Z`))

export const hoursSince = (iso: string): number => (Date.now() - Date.parse(iso)) / 3_600_000

/** 'under 1 hour', '31 hours', '3 days': whole ones, and days from 72 hours on. */
export function formatHours(hours: number): string {
  if (hours < 1) return 'under 1 hour'
  const [count, unit] = hours < 72 ? [Math.floor(hours), 'hour'] : [Math.floor(hours / 24), 'day']
  return `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** How long someone has waited, where there is little room: 'under 1 hour', '3 h', '1 d 4 h'. */
export function formatWait(hours: number): string {
  if (hours < 1) return 'under 1 hour'
  const parts = [
    { count: Math.floor(hours / 24), unit: 'd' },
    { count: Math.floor(hours % 24), unit: 'h' },
  ]
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${formatNumber(count)} ${unit}`)
    .join(' ')
}

const kinds: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/msword': 'Word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
}

export const formatFileType = (mimeType: string): string => kinds[mimeType] ?? 'File'

export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`

export const formatNumber = (value: number): string => value.toLocaleString('en-US')

/** Formats a total; '10,000+' above the exact limit. */
export const formatCount = (count: number): string =>
  count > exactTotalLimit ? `${formatNumber(exactTotalLimit)}+` : formatNumber(count)
