import { setImmediate as readArrived, setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { linkDatabase } from '@tests/support/portal/database-link'
import { eventually } from '@tests/support/portal/eventually'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { connectLimitStore } from '../db/limit-store'
import { createLogger } from './logger'
import { createRateLimits } from './rate-limits'

const app = await startSharedApp({ env: { LIMITS: '1' } })

describe('limits while the database does not answer', () => {
  it('count in memory, and say so once when that begins and once when it ends', async () => {
    const link = await linkDatabase(app.databaseUrl)
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const logger = createLogger({ logLevel: 'info' }, { write })
    const limits = createRateLimits({ store: connectLimitStore(link.url, logger), factor: 1 })
    const logged = () => lines.map((line) => JSON.parse(line).msg)
    const consume = () => limits.consume(['mailTest', 'marker-key'])
    try {
      await consume()
      expect(logged()).toEqual([])
      link.freeze()
      await Promise.all([consume(), consume(), consume()])
      expect(logged()).toEqual(['limits are counted in memory: the database does not answer'])
      link.thaw()
      link.cut()
      await eventually(async () => {
        await limits.consume(['formHour', 'marker-key'])
        expect(logged()).toHaveLength(2)
      })
      expect(logged()[1]).toBe('limits are counted in the database again')
      expect(lines.join()).not.toContain('marker')
    } finally {
      await limits.close()
      await link.close()
    }
  })

  it('give no second allowance: neither while it is away, nor once it is back', async () => {
    const link = await linkDatabase(app.databaseUrl)
    const connect = (url: string) =>
      createRateLimits({ store: connectLimitStore(url, app.logger), factor: 1 })
    const [limits, elsewhere] = [connect(link.url), connect(app.databaseUrl)]
    const consume = (times: number, from = limits) =>
      Promise.allSettled(Array.from({ length: times }, () => from.consume(['mailTest', 'once'])))
    const allowed = async (consumed: ReturnType<typeof consume>) =>
      (await consumed).filter(({ status }) => status === 'fulfilled').length
    try {
      // Ten are allowed in all.
      expect(await allowed(consume(4))).toBe(4)
      expect(await allowed(consume(2, elsewhere))).toBe(2)
      expect(await allowed(consume(1))).toBe(1)
      link.freeze()
      expect(await allowed(consume(2))).toBe(2)
      link.thaw()
      link.cut()
      // Any call of the limit hands over what was counted in memory, for other processes as well.
      await eventually(async () => {
        await limits.consume(['mailTest', 'someone else'])
        expect(await elsewhere.count('mailTest', 'once')).toBe(9)
      })
      expect(await allowed(consume(3, elsewhere))).toBe(1)
      expect(await allowed(consume(3))).toBe(0)
      link.freeze()
      expect(await allowed(consume(12))).toBe(0)
    } finally {
      link.thaw()
      await Promise.all([limits.close(), elsewhere.close()])
      await link.close()
    }
  })

  it('read an answer that came while the process was busy', async () => {
    const store = connectLimitStore(app.databaseUrl, app.logger)
    const limits = createRateLimits({ store, factor: 1 })
    await limits.consume(['formHour', 'busy'])
    const slow = vi.spyOn(store, 'reportSlow')
    const counted = limits.consume(['formHour', 'busy'])
    await new Promise((resolve) => setImmediate(resolve))
    for (const until = Date.now() + 1_200; Date.now() < until;);
    await counted
    expect(slow).not.toHaveBeenCalled()
    await limits.close()
  })

  it('let no more through when only some of its answers come in time', async () => {
    const store = connectLimitStore(app.databaseUrl, app.logger)
    const limits = createRateLimits({ store, factor: 1 })
    const { query } = store
    vi.spyOn(store, 'query').mockImplementationOnce(async (statement) => {
      await delay(1_200)
      return query(statement)
    })
    const consume = () => limits.consume(['mailTest', 'late'])
    const first = consume()
    await readArrived()
    const others = await Promise.allSettled(Array.from({ length: 11 }, consume))
    await first
    expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    await eventually(async () => expect(await limits.count('mailTest', 'late')).toBe(12))
    await limits.close()
  })
})
