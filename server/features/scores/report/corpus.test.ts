import { describe, expect, it } from 'vitest'
import type { FoundScore } from '@shared/scores'
import type { MadeReport } from '@tests/support/samples/reports/made-report'
import { reportCorpus } from '@tests/support/samples/reports/report-corpus'
import { readReport } from './read-report'

type Verdict = 'right' | 'silent' | 'wrong'

interface Judgment {
  verdict: Verdict
  found: FoundScore[]
}

/** Right: nothing is told that is not so. What is left open is silent, never wrong. */
function isTrue(found: FoundScore, { scores, date, person }: MadeReport['truth']): boolean {
  const isScore = scores.some(
    ({ score, model, bureau }) =>
      found.score === score &&
      (found.model === null || found.model === model) &&
      (found.bureau === null || found.bureau === bureau),
  )
  const isDate = found.reportDate === null || found.reportDate === date
  const isPerson = found.nameOnReport === null || found.nameOnReport === person
  return isScore && isDate && isPerson
}

async function judge(report: MadeReport): Promise<Judgment> {
  const reading = await readReport(report.bytes, report.type)
  const found = reading.state === 'done' ? reading.scores : []
  if (found.some((score) => !isTrue(score, report.truth))) return { verdict: 'wrong', found }
  return { verdict: found.length > 0 ? 'right' : 'silent', found }
}

describe('over the corpus of made reports', () => {
  it(
    'nothing wrong is read, and nearly everything that is there',
    { timeout: 120_000 },
    async () => {
      const reports = reportCorpus()
      const judged: (Judgment & { report: MadeReport })[] = []
      for (const report of reports) judged.push({ report, ...(await judge(report)) })

      const named = (verdict: Verdict) =>
        judged.filter((one) => one.verdict === verdict).map(({ report }) => report.name)
      const withScore = judged.filter(({ report }) => report.truth.scores.length > 0)
      const isComplete = ({ report, found }: (typeof judged)[number]) =>
        found.length === report.truth.scores.length
      const hostile = reports.filter(({ isHostile }) => isHostile)
      process.stdout.write(
        `${reports.length} reports, ${hostile.length} hostile or unreadable: ` +
          `${named('right').length} right, ${named('silent').length} silent, ${named('wrong').length} wrong. ` +
          `Of ${withScore.length} with a score, ${withScore.filter(isComplete).length} were read in full. ` +
          `Silent though there is one: ${
            withScore
              .filter(({ verdict }) => verdict === 'silent')
              .map(({ report }) => report.name)
              .join(', ') || 'none'
          }.`,
      )

      expect(reports.length).toBeGreaterThanOrEqual(40)
      expect(hostile.length / reports.length).toBeGreaterThan(1 / 3)
      expect(named('wrong')).toEqual([])
      expect(named('right').length).toBeGreaterThanOrEqual(0.9 * withScore.length)
    },
  )
})
