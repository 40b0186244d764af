import { constants, PerformanceObserver } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { eventually } from '@tests/support/portal/eventually'
import { collectWhenIdle } from './collect-when-idle'

const isForced = (entry: object) =>
  'detail' in entry &&
  (Number(Object(entry.detail).flags) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0

/** Keeps the process from being idle. */
function keepBusy(milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds
  return new Promise((resolve) => {
    const turn = () => {
      if (performance.now() > until) resolve()
      else setImmediate(turn)
    }
    turn()
  })
}

it('collects once there is nothing to do, and not again for nothing', async () => {
  let collections = 0
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().filter(isForced).length
  })
  observer.observe({ entryTypes: ['gc'] })
  collectWhenIdle(100)
  await keepBusy(500)
  expect(collections).toBe(0)
  await eventually(async () => expect(collections).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(collections).toBe(1)
  observer.disconnect()
})
