/** The day of the month on which last month's earnings are paid. */
const payoutDayOfMonth = 15

export interface PayoutDay {
  /** '2026-12-15' */
  day: string
  /** What was posted before this day belongs to it. */
  before: string
}

/**
 * When the next payout is due: monthly on the 15th, for everything up to the end of the month before;
 * weekly on Monday, for the week before. On the day itself, its payout is under way, and the next one counts.
 */
export function nextPayoutDay(schedule: 'monthly' | 'weekly', today: string): PayoutDay {
  const [year = 0, month = 0, date = 0] = today.split('-').map(Number)
  if (schedule === 'weekly') {
    const weekday = new Date(Date.UTC(year, month - 1, date)).getUTCDay() || 7
    const monday = write(year, month, date + 8 - weekday)
    return { day: monday, before: monday }
  }
  const ahead = date < payoutDayOfMonth ? 0 : 1
  return {
    day: write(year, month + ahead, payoutDayOfMonth),
    before: write(year, month + ahead, 1),
  }
}

const write = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
