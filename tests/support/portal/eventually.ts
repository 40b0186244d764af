import { vi } from 'vitest'

/** Waits for what happens soon after an answer, on a busy machine as well. */
export const eventually = (check: () => Promise<void>, timeout = 10_000): Promise<void> =>
  vi.waitFor(check, { timeout, interval: 10 })
