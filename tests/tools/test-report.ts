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
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
})

/**
 * Counts of a Vitest run, from its JSON report and its exit code. A file that failed without a
 * failed test (it did not load, or a hook threw) counts as one failure, and so does anything else
 * that made the run fail. A run without a report failed.
 */
export function countTests(json: string | null, exitCode: number | null): Counts {
  const parsed = json === null ? null : report.safeParse(JSON.parse(json))
  if (!parsed?.success) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = parsed.data
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
