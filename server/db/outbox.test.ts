import { describe, expect, it } from 'vitest'
import { maxAttempts, retryDelay } from './outbox'

describe('the delays between attempts', () => {
  const delays = Array.from({ length: maxAttempts - 1 }, (_, index) => retryDelay(index + 1) ?? 0)

  it('grow', () => {
    expect(delays.at(0)).toBe(30)
    for (const [index, delay] of delays.entries()) {
      if (index > 0) expect(delay).toBeGreaterThan(delays[index - 1] ?? Infinity)
    }
  })

  it('outlast a night', () => {
    const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3600
    expect(hours).toBeGreaterThan(12)
    expect(hours).toBeLessThan(48)
  })

  it('end', () => {
    expect(retryDelay(maxAttempts)).toBeNull()
    expect(retryDelay(maxAttempts + 1)).toBeNull()
  })
})
