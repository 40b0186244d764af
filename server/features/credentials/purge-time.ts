/** When the daily job runs that deletes what is kept no longer, in UTC. */
export const purgeAt = { hour: 4, minute: 40 }

const dayMs = 24 * 60 * 60 * 1000

/** When the login of a person who was decided about at `decidedAt` is deleted: at the first run after so many days. */
export function purgeTime(decidedAt: Date, keptDays: number): Date {
  const due = new Date(decidedAt.getTime() + keptDays * dayMs)
  const run = new Date(due)
  run.setUTCHours(purgeAt.hour, purgeAt.minute, 0, 0)
  return run < due ? new Date(run.getTime() + dayMs) : run
}
