import { expect } from 'vitest'
import type { Verdict } from '@server/cli/verdict'

/** What a script, and a person in a hurry, go by. */
export const briefly = ({ output, exitCode }: Verdict) => ({
  exitCode,
  lastLine: output.split('\n').at(-1),
})

/** The verdict that fits the problems that were printed. */
export const verdictOf = ({ length }: readonly string[]) =>
  length === 0
    ? { exitCode: 0, lastLine: 'Sound.' }
    : { exitCode: 1, lastLine: `Not sound: ${length} problem${length === 1 ? '' : 's'}.` }

/** A verifier that has found something says so in its verdict as well. */
export function expectRefused(found: {
  problems: string[]
  verdict: ReturnType<typeof briefly>
}): void {
  expect(found.problems).not.toEqual([])
  expect(found.verdict).toEqual(verdictOf(found.problems))
}
