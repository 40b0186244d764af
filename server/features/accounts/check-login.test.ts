import { describe, expect, it } from 'vitest'
import { delayAfter } from './check-login'

describe('the delay of a login', () => {
  it('starts after five failures, doubles, and ends at five seconds', () => {
    const delays = [0, 1, 4, 5, 6, 7, 8, 9, 10, 1000].map(delayAfter)
    expect(delays).toEqual([0, 0, 0, 250, 500, 1000, 2000, 4000, 5000, 5000])
  })
})
