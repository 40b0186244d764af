import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createHashingThreads } from './hashing-threads'

it('threads that cannot start fail what waits, and nothing else', async () => {
  const threads = createHashingThreads(join(import.meta.dirname, 'is-not-there.ts'))
  const tried = await Promise.allSettled([
    threads.hash('a', 4),
    threads.hash('b', 4),
    threads.compare('c', 'd'),
  ])
  expect(tried.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect(threads.hash('a', 4)).rejects.toThrow()
})
