import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const usualIntervalMs = 15_000
/** A balancer that asks for `/readyz` every second takes less. */
const idleUtilization = 0.02
const grownBytes = 10 * 1024 ** 2

/**
 * Collects garbage while there is nothing else to do. V8 collects when it needs room, so a process at rest would keep
 * what its last work took. Looks every so many milliseconds.
 */
export function collectWhenIdle(intervalMs = usualIntervalMs): void {
  setFlagsFromString('--expose-gc')
  let lastUse = performance.eventLoopUtilization()
  let heapBytes = 0

  setInterval(() => {
    const use = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(use, lastUse)
    lastUse = use
    const hasGrown = readHeapBytes() - heapBytes > grownBytes
    if (utilization > idleUtilization || !hasGrown) return
    runInNewContext('gc()')
    heapBytes = readHeapBytes()
  }, intervalMs).unref()
}

const readHeapBytes = () => getHeapStatistics().total_heap_size
