import { onTestFinished } from 'vitest'
import type { TestApp } from './app'

/** Begins to count the statements and transactions of a portal; those of its limits have a pool of their own. */
export function countQueries({ pool }: Pick<TestApp, 'pool'>): () => number {
  let count = 0
  const add = () => void (count += 1)
  pool.on('acquire', add)
  onTestFinished(() => void pool.off('acquire', add))
  return () => count
}
