import { dateFormat, lazily } from './lazily'
import { programZone } from './program-time'

/** The portal's hours: Monday to Friday, 9 am to 5 pm Eastern, but for US federal holidays. */
export const closingHour = 17

/** A day of the calendar. Months count from 1. */
export interface Day {
  year: number
  month: number
  day: number
}

const easternClock = lazily(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: programZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
    }),
)

/** The moment at which so many business days are over. What comes after hours counts as the next day's. */
export function addBusinessDays(start: Date, days: number): Date {
  const { hour, ...received } = inEastern(start)
  let end: Day = received
  if (hour >= closingHour) end = dayAfter(end)
  while (!isBusinessDay(end)) end = dayAfter(end)
  for (let left = days; left > 0; left -= 1) {
    do end = dayAfter(end)
    while (!isBusinessDay(end))
  }
  return easternMoment(end, { hour: closingHour })
}

function isBusinessDay(date: Day): boolean {
  const weekday = weekdayOf(date)
  return weekday !== sunday && weekday !== saturday && !isHoliday(date)
}

const [sunday, monday, thursday, friday, saturday] = [0, 1, 4, 5, 6] as const

/** Holidays on one date every year; one on a weekend is observed on the weekday next to it. */
const fixedHolidays = [
  { month: 1, day: 1 },
  { month: 6, day: 19 },
  { month: 7, day: 4 },
  { month: 11, day: 11 },
  { month: 12, day: 25 },
]

/** The `nth` such weekday of a month; 'last' of May. */
const movingHolidays = [
  { month: 1, weekday: monday, nth: 3 },
  { month: 2, weekday: monday, nth: 3 },
  { month: 5, weekday: monday, nth: 'last' },
  { month: 9, weekday: monday, nth: 1 },
  { month: 10, weekday: monday, nth: 2 },
  { month: 11, weekday: thursday, nth: 4 },
] as const

/** The holidays of 5 U.S.C. 6103, as they are observed from Monday to Friday. */
function isHoliday(date: Day): boolean {
  const weekday = weekdayOf(date)
  return (
    movingHolidays.some((holiday) => {
      if (holiday.month !== date.month || holiday.weekday !== weekday) return false
      if (holiday.nth === 'last') return addDays(date, 7).month !== date.month
      return Math.ceil(date.day / 7) === holiday.nth
    }) ||
    isFixedHoliday(date) ||
    (weekday === friday && isFixedHoliday(dayAfter(date))) ||
    (weekday === monday && isFixedHoliday(addDays(date, -1)))
  )
}

const isFixedHoliday = (date: Day) =>
  fixedHolidays.some(({ month, day }) => month === date.month && day === date.day)

const dayAfter = (date: Day) => addDays(date, 1)

function addDays({ year, month, day }: Day, days: number): Day {
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}

/** '2026-11-30' of a day, and the day of that. */
export const dateOfDay = ({ year, month, day }: Day): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
export function dayOfDate(date: string): Day {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}

const weekdayOf = ({ year, month, day }: Day) =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay()

function inEastern(moment: Date): Day & { hour: number } {
  const parts = easternClock().formatToParts(moment)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return { year: read('year'), month: read('month'), day: read('day'), hour: read('hour') }
}

/** The moment at which it is that time in New York, four hours behind UTC in summer and five in winter. */
export function easternMoment(
  { year, month, day }: Day,
  time: { hour: number; minute?: number },
): Date {
  const at = (offset: number) =>
    new Date(Date.UTC(year, month - 1, day, time.hour + offset, time.minute ?? 0))
  return inEastern(at(4)).hour === time.hour ? at(4) : at(5)
}

/** Closing time so many days of the calendar later. */
export const closingTimeAfter = (start: Date, days: number): Date =>
  easternMoment(addDays(inEastern(start), days), { hour: closingHour })

/** The next business days, today not among them. */
export function nextBusinessDays(start: Date, count: number): Day[] {
  const days: Day[] = []
  for (let day = dayAfter(inEastern(start)); days.length < count; day = dayAfter(day)) {
    if (isBusinessDay(day)) days.push(day)
  }
  return days
}

const shortDay = dateFormat({
  timeZone: programZone,
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** 'Tue, Nov 24': the day on which a business day ends, wherever it is read. */
export const formatBusinessDay = (end: Date): string => shortDay(end)
