import { relative } from 'node:path'
import { z } from '@shared/zod'

export interface Counts {
  passed: number
  failed: number
  /** Was not asked for, or needs what this machine lacks. */
  skipped: number
}

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
})

const parse = (json: string | null) =>
  json === null ? undefined : report.safeParse(JSON.parse(json)).data

/**
 * Counts of a Vitest run, from its JSON report and its exit code. A file that failed without a
 * failed test (it did not load, or a hook threw) counts as one failure, and so does anything else
 * that made the run fail. A run without a report failed.
 */
export function countTests(json: string | null, exitCode: number | null): Counts {
  const parsed = parse(json)
  if (!parsed) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = parsed
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = numFailedTests + brokenFiles.length
  const isUnexplained = failed === 0 && (exitCode !== 0 || numPassedTests === 0)
  return {
    passed: numPassedTests,
    failed: isUnexplained ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  }
}

/** '3 passed, 0 failed', and how many were skipped when any were. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  const counts = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${counts}, ${skipped} skipped` : counts
}

export const addCounts = (all: Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
})

const slowestCount = 10

/** The files that took longest, a line each, so that it is seen when one becomes slow. */
export function describeSlowest(json: string | null): string {
  const files = parse(json)?.testResults ?? []
  const lines = files
    .map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))
    .toSorted((left, right) => right.ms - left.ms)
    .slice(0, slowestCount)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${relative('.', name)}`)
  return ['The slowest files:', ...lines].join('\n')
}
