import { setImmediate } from 'node:timers/promises'

const sliceMs = 5

/** Items that take CPU to make, some at a time: other requests go on in between. */
export async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item[]> {
  let slice: Item[] = []
  let endsAt = performance.now() + sliceMs
  for (const item of items) {
    slice.push(item)
    if (performance.now() < endsAt) continue
    yield slice
    slice = []
    await setImmediate()
    endsAt = performance.now() + sliceMs
  }
  if (slice.length > 0) yield slice
}
