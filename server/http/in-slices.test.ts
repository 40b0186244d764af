import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inSlices } from './send-zip'

function* work(): Generator<number> {
  for (let item = 0; item < 60; item += 1) {
    const until = performance.now() + 1
    while (performance.now() < until);
    yield item
  }
}

it('lets other work of the process go on between slices, and leaves nothing out', async () => {
  const over = new AbortController()
  let turns = 0
  const goOn = async () => {
    for (; !over.signal.aborted; turns += 1) await setImmediate()
  }
  const going = goOn()
  const items: number[] = []
  for await (const slice of inSlices(work())) items.push(...slice)
  over.abort()
  await going
  expect(items).toEqual([...Array(60).keys()])
  expect(turns).toBeGreaterThan(5)
})
