import { describe, expect, it } from 'vitest'
import { judgeCorpus } from '@tests/support/samples/reports/judge-reading'
import { heldOutCorpus } from '@tests/support/samples/reports/held-out/held-out-corpus'
import { reportCorpus } from '@tests/support/samples/reports/report-corpus'

describe('over the corpus of made reports', () => {
  it(
    'nothing wrong is read, and nearly everything that is there',
    { timeout: 120_000 },
    async () => {
      const reports = reportCorpus()
      const { named, hostile, withScore, summary } = await judgeCorpus(reports)
      process.stdout.write(summary)
      expect(reports.length).toBeGreaterThanOrEqual(40)
      expect(hostile / reports.length).toBeGreaterThan(1 / 3)
      expect(named('wrong')).toEqual([])
      expect(named('right').length).toBeGreaterThanOrEqual(0.9 * withScore)
    },
  )

  it('nor in layouts that the rules were not made with', { timeout: 120_000 }, async () => {
    const reports = heldOutCorpus()
    const { named, hostile, summary } = await judgeCorpus(reports)
    process.stdout.write(summary)
    expect(reports.length).toBeGreaterThanOrEqual(24)
    expect(hostile / reports.length).toBeGreaterThan(1 / 3)
    expect(named('wrong')).toEqual([])
    // What was read when they were written; less would be a rule that forgot something.
    expect(named('right').length).toBeGreaterThanOrEqual(19)
  })
})
