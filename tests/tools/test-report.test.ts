import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addCounts, countTests, describeCounts, describeSlowest } from './test-report'

const run = { name: resolve('tests/one.test.ts'), startTime: 1_000, endTime: 1_500 }
const file = (...tests: string[]) => ({
  ...run,
  status: tests.includes('failed') ? 'failed' : 'passed',
  assertionResults: tests.map((status) => ({ status })),
})
const broken = { ...run, status: 'failed', assertionResults: [{ status: 'skipped' }] }

function report(files: { status: string; assertionResults: { status: string }[] }[]): string {
  const statuses = files.flatMap((one) => one.assertionResults.map(({ status }) => status))
  const numberOf = (status: string) => statuses.filter((one) => one === status).length
  return JSON.stringify({
    numPassedTests: numberOf('passed'),
    numFailedTests: numberOf('failed'),
    numPendingTests: numberOf('skipped'),
    numTodoTests: 0,
    testResults: files,
  })
}

describe('the counts of a test run', () => {
  it('are its passed, failed and skipped tests', () => {
    const files = [file('passed', 'passed', 'skipped'), file('passed', 'failed')]
    expect(countTests(report(files), 1)).toEqual({ passed: 3, failed: 1, skipped: 1 })
    expect(countTests(report([file('passed')]), 0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  })

  it('have a failure for each file that broke down outside of its tests', () => {
    expect(countTests(report([file('passed'), broken, broken]), 1)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 2,
    })
  })

  it('have a failure when the run failed for another reason, or ran nothing', () => {
    expect(countTests(report([file('passed')]), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(countTests(report([file('passed')]), null)).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(countTests(report([]), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('are one failure when there is no report', () => {
    expect(countTests(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countTests('{}', 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('are said in one line, skipped tests only when there are any', () => {
    expect(describeCounts({ passed: 3, failed: 1, skipped: 0 })).toBe('3 passed, 1 failed')
    expect(describeCounts({ passed: 3, failed: 0, skipped: 4 })).toBe(
      '3 passed, 0 failed, 4 skipped',
    )
  })

  it('are added up over all steps', () => {
    const one = { passed: 1, failed: 2, skipped: 3 }
    expect(addCounts([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 })
  })
})

it('the ten slowest files are named, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, seconds) => ({
    ...file('passed'),
    name: resolve(`tests/${seconds}.test.ts`),
    endTime: run.startTime + seconds * 1_000,
  }))
  const lines = describeSlowest(report(files)).split('\n')
  expect(lines).toHaveLength(11)
  expect(lines[1]).toBe('  11.0 s  tests/11.test.ts')
})
