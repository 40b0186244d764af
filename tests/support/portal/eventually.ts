import { vi } from 'vitest'

/** Waits for what happens soon after an answer, on a busy machine as well. */
export const eventually = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 10_000, interval: 10 })
