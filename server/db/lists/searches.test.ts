import { describe, expect, it } from 'vitest'
import { unlessTooSlow } from './searches'

/** As drizzle hands on what the driver says. */
const failed = (cause: Error) => Promise.reject(new Error('Failed query', { cause }))

describe('a statement of a search', () => {
  it('is given up when Postgres ends it, or is too busy to end it in time', async () => {
    const ended = Object.assign(new Error('canceling statement'), { code: '57014' })
    expect(await unlessTooSlow(failed(ended))).toBeNull()
    expect(await unlessTooSlow(failed(new Error('Query read timeout')))).toBeNull()
    expect(await unlessTooSlow(Promise.resolve('found'))).toBe('found')
  })

  it('fails with whatever else goes wrong', async () => {
    const lost = new Error('Connection terminated unexpectedly')
    await expect(unlessTooSlow(failed(lost))).rejects.toThrow('Failed query')
  })
})
