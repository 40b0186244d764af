import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { collectWhenIdle } from './collect-when-idle'

const intervalMs = 15_000

const isForced = (entry: object) =>
  'detail' in entry &&
  (Number(Object(entry.detail).flags) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0

afterEach(() => void vi.useRealTimers())

it('collects once there is nothing to do, and not again for nothing', async () => {
  const seen = { collections: 0 }
  const observer = new PerformanceObserver((list) => {
    seen.collections += list.getEntries().filter(isForced).length
  })
  observer.observe({ entryTypes: ['gc'] })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  collectWhenIdle(intervalMs)
  const look = () => vi.advanceTimersByTime(intervalMs)
  /** A loop that never waits is never idle. */
  const lookAfterWork = async () => {
    for (let turn = 0; turn < 1_000; turn += 1) await setImmediate()
    look()
  }
  const lookAfterRest = async () => {
    await setTimeout(50)
    look()
  }

  for (let count = 0; count < 3; count += 1) await lookAfterWork()
  expect(seen.collections).toBe(0)
  // On a busy machine little work takes long, and the process may not count as idle at the first look.
  while (seen.collections === 0) await lookAfterRest()
  for (let count = 0; count < 3; count += 1) await lookAfterRest()
  expect(seen.collections).toBe(1)
  observer.disconnect()
})
