import { EventEmitter, once } from 'node:events'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { collectWhenIdle } from './collect-when-idle'

const intervalMs = 300

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
  const events = new EventEmitter()
  const collected = once(events, 'collected')
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().filter(isForced).length
    if (collections > 0) events.emit('collected')
  })
  observer.observe({ entryTypes: ['gc'] })
  collectWhenIdle(intervalMs)
  await keepBusy(3 * intervalMs)
  expect(collections).toBe(0)
  // Not by asking again and again: on a busy machine that alone is too much for an idle process.
  await collected
  await new Promise((resolve) => setTimeout(resolve, 3 * intervalMs))
  expect(collections).toBe(1)
  observer.disconnect()
})
