import { describe, expect, it } from 'vitest'
import { foundScore } from '@tests/support/samples/found-score'
import { mimeTypes } from '@shared/file-kinds'
import { namedReports } from '@tests/support/samples/reports/named-reports'
import { heldOutCorpus } from '@tests/support/samples/reports/report-corpus'
import { judgeCorpus } from '@tests/support/samples/reports/judge-reading'
import { samples } from '@tests/support/samples/samples'
import { findMarks, isSamePerson, listTheirs, proposeScore } from './propose-score'
import { readReport } from './report/read-report'
import { runReading } from './run-reading'

const rosa = { firstName: 'Rosa', lastName: 'Delgado' }

describe('a name on a report', () => {
  it.each([
    'Rosa Delgado',
    'ROSA DELGADO',
    'Delgado, Rosa',
    'ROSA M DELGADO',
    'Rosa Maria Delgado-Ruiz',
    'R. Delgado',
    'Rósa Delgádo Jr.',
    'DELGADO ROSA MARIA',
  ])('is the same person’s: %s', (name) => expect(isSamePerson(name, rosa)).toBe(true))

  it.each([
    'Miguel Delgado',
    'M Delgado',
    'Rosa Haddad',
    'Delgado',
    'Rosa',
    '',
    'Rosalind Delgadillo',
  ])('differs: %s', (name) => expect(isSamePerson(name, rosa)).toBe(false))

  it.each([
    ['O’Brien', "PAT O'BRIEN"],
    ['de la Cruz', 'PAT DELACRUZ'],
    ['van Dyke', 'Pat Van Dyke'],
    ['Pat', 'Pat Pat'],
    ['Müller', 'Pat Muller'],
  ])('may write %s otherwise: %s', (lastName, name) =>
    expect(isSamePerson(name, { firstName: 'Pat', lastName })).toBe(true),
  )
})

describe('the score that is proposed', () => {
  const found = {
    ...foundScore,
    page: 1,
    line: 1,
    mark: null,
    fileId: 1,
    uploadedAt: new Date('2026-11-20T10:00:00Z'),
  } as const
  const proposed = (...candidates: Partial<Parameters<typeof proposeScore>[0][number]>[]) => {
    const all = candidates.map((one) => ({ ...found, ...one }))
    return proposeScore(listTheirs(all, rosa))?.score ?? null
  }

  it('is null without any', () => expect(proposed()).toBeNull())

  it('is the middle one of three bureaus’, and the lower of two', () => {
    const [equifax, transUnion, experian] = [{ score: 731 }, { score: 744 }, { score: 739 }]
    expect(proposed(equifax, transUnion, experian)).toBe(739)
    expect(proposed(transUnion, equifax)).toBe(731)
  })

  it('is of FICO 8 before other FICO scores, of those before VantageScore, of industry scores last', () => {
    const vantage = { score: 760, model: 'VantageScore 3.0' }
    const auto = { score: 790, model: 'FICO Auto Score 8' }
    const nine = { score: 720, model: 'FICO Score 9' }
    const none = { score: 800, model: null }
    expect(proposed(none, auto, vantage, nine, { score: 701 })).toBe(701)
    expect(proposed(none, auto, vantage, nine)).toBe(720)
    expect(proposed(none, auto, vantage)).toBe(760)
    expect(proposed(none, auto)).toBe(790)
  })

  it('is of the newest report, by its date, or else by its upload', () => {
    expect(proposed({ score: 700, reportDate: '2026-11-13' }, {})).toBe(700)
    expect(proposed({ score: 700, reportDate: null }, {})).toBe(700)
  })

  it('is of reports in the person’s own name first', () => {
    expect(proposed({ score: 611, nameOnReport: 'Miguel Delgado' }, {})).toBe(742)
    // Marked as differing, and for the administrator to judge.
    expect(proposed({ score: 611, nameOnReport: 'Miguel Delgado' })).toBe(611)
    expect(proposed({ nameOnReport: 'Miguel Delgado' }, { nameOnReport: 'Ana Ruiz' })).toBeNull()
  })
})

describe('a score is marked', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const good = {
    score: 742,
    nameOnReport: 'Rosa Delgado',
    reportDate: '2026-11-01',
    uploadedAt: null,
  }
  const marksOf = (changed: Partial<Parameters<typeof findMarks>[0]>) =>
    findMarks({ ...good, ...changed }, rosa, now)

  it('not when it is good and of today', () => expect(marksOf({})).toEqual([]))

  it('as low under 680', () => {
    expect(marksOf({ score: 679 })).toEqual(['low'])
    expect(marksOf({ score: 680 })).toEqual([])
  })

  it('when it has another name, and not when it has none', () => {
    expect(marksOf({ nameOnReport: 'Miguel Delgado' })).toEqual(['name-differs'])
    expect(marksOf({ nameOnReport: null })).toEqual([])
  })

  it('as old after 90 days, by the report’s date, or else by its upload', () => {
    expect(marksOf({ reportDate: '2026-08-24' })).toEqual([])
    expect(marksOf({ reportDate: '2026-08-22' })).toEqual(['old'])
    const uploadedAt = new Date('2026-08-01T00:00:00Z')
    expect(marksOf({ reportDate: null, uploadedAt })).toEqual(['old'])
    expect(marksOf({ uploadedAt })).toEqual([])
    expect(marksOf({ reportDate: null })).toEqual([])
  })
})

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
