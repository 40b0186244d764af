const minute = 60
const hour = 60 * minute

/** Seconds between attempts, growing: greylisting ends within minutes, an outage within hours. */
const delays = [
  30,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  20 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
] as const

export const maxAttempts = delays.length + 1

/** Seconds to wait after so many attempts, or null when they were enough. */
export const retryDelay = (attempts: number): number | null => delays[attempts - 1] ?? null
