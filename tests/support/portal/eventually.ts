import { vi } from 'vitest'

/** Waits for what happens soon after an answer, on a busy machine as well. */
export const eventually = <Found>(check: () => Promise<Found>, timeout = 10_000): Promise<Found> =>
  vi.waitFor(check, { timeout, interval: 10 })
