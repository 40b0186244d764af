import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exactTotalLimit } from '@shared/list-choices'
import { getTotal } from './totals'

// Never connected: what is counted comes from the test.
const newDatabase = () => drizzle(new Pool())

describe('a total', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('of more than 10,000 is counted once in five seconds', async () => {
    const db = newDatabase()
    const count = vi.fn(async (limit: number) => limit)
    for (const elapsed of [0, 4_000, 999]) {
      vi.advanceTimersByTime(elapsed)
      expect(await getTotal(db, 'all', count)).toBe(exactTotalLimit + 1)
    }
    expect(count).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await getTotal(db, 'all', count)
    expect(count).toHaveBeenCalledTimes(2)
  })

  it('is not kept when a few rows less would make it exact', async () => {
    const db = newDatabase()
    expect(await getTotal(db, 'all', async () => exactTotalLimit + 500)).toBe(exactTotalLimit + 1)
    expect(await getTotal(db, 'all', async () => exactTotalLimit)).toBe(exactTotalLimit)
    expect(await getTotal(db, 'all', async () => 0)).toBe(0)
  })

  it('is kept for what was counted, in its own database, and not when counting was given up', async () => {
    const db = newDatabase()
    await getTotal(db, 'all', async (limit) => limit)
    expect(await getTotal(db, 'some', async () => 3)).toBe(3)
    expect(await getTotal(newDatabase(), 'all', async () => 4)).toBe(4)
    expect(await getTotal(db, 'slow', async () => null)).toBeNull()
  })

  it('is kept for the 200 latest at most', async () => {
    const db = newDatabase()
    for (let number = 0; number <= 200; number += 1) {
      await getTotal(db, `search ${number}`, async (limit) => limit)
    }
    expect(await getTotal(db, 'search 0', async () => 5)).toBe(5)
    expect(await getTotal(db, 'search 200', async () => 5)).toBe(exactTotalLimit + 1)
  })
})
