/** So many business days after a moment, in the viewer's own zone; holidays count as business days. */
export function addBusinessDays(start: Date, days: number): Date {
  const end = new Date(start)
  for (let left = days; left > 0;) {
    end.setDate(end.getDate() + 1)
    const isWeekend = end.getDay() === 0 || end.getDay() === 6
    if (!isWeekend) left -= 1
  }
  return end
}
