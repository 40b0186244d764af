import { describe, expect, it } from 'vitest'
import { mimeTypes } from '@shared/file-kinds'
import { namedReports } from '@tests/support/samples/reports/named-reports'
import { heldOutCorpus } from '@tests/support/samples/reports/report-corpus'
import { judgeCorpus } from '@tests/support/samples/reports/judge-reading'
import { samples } from '@tests/support/samples/samples'
import { findMarks } from './propose-score'
import { readReport } from './report/read-report'
import { runReading } from './run-reading'

const report = samples.pdf({ text: 'Experian FICO Score 8: 742' }).bytes
const fileType = mimeTypes.pdf
const { signal } = new AbortController()

describe('a report is read in a process of its own', () => {
  it('that answers with what it found', async () => {
    const reading = await runReading({ bytes: report, fileType, signal })
    expect(reading).toMatchObject({ state: 'done' })
    expect(reading.state === 'done' && reading.scores).toEqual([
      expect.objectContaining({ score: 742, model: 'FICO Score 8', bureau: 'Experian', page: 1 }),
    ])
  })

  it('that is ended when it takes too long', async () => {
    const reading = await runReading({ bytes: report, fileType, signal, maxMs: 50 })
    expect(reading).toEqual({ state: 'failed' })
  })

  it('that the portal ends when it stops', async () => {
    const stopping = new AbortController()
    const reading = runReading({ bytes: report, fileType, signal: stopping.signal })
    stopping.abort()
    expect(await reading).toEqual({ state: 'failed' })
  })
})

it('marks every report of another person, and never one’s own', async () => {
  const reports = namedReports()
  expect(reports.length).toBeGreaterThanOrEqual(40)
  for (const { name, bytes, type, account, mark } of reports) {
    const reading = await readReport(bytes, type)
    const [found] = reading.state === 'done' ? reading.scores : []
    const marks = found && findMarks({ ...found, reportDate: null, uploadedAt: null }, account)
    expect({ name, account, marks }).toEqual({ name, account, marks: mark ? [mark] : [] })
  }
})

it('nothing wrong is read in layouts that the rules were not made with', async () => {
  const reports = heldOutCorpus()
  const { named, hostile, summary } = await judgeCorpus(reports)
  process.stdout.write(summary)
  expect(reports.length).toBeGreaterThanOrEqual(24)
  expect(hostile / reports.length).toBeGreaterThan(1 / 3)
  expect(named('wrong')).toEqual([])
  // What was read when they were written; less would be a rule that forgot something.
  expect(named('right').length).toBeGreaterThanOrEqual(19)
})
