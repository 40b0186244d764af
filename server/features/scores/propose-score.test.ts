import { expect, it } from 'vitest'
import { foundScore } from '@tests/support/samples/found-score'
import { listTheirs, proposeScore } from './propose-score'

const rosa = { firstName: 'Rosa', lastName: 'Delgado' }
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

it('nothing is proposed of nothing', () => expect(proposed()).toBeNull())

it('of three bureaus the middle score is proposed, of two the lower', () => {
  const [equifax, transUnion, experian] = [{ score: 731 }, { score: 744 }, { score: 739 }]
  expect(proposed(equifax, transUnion, experian)).toBe(739)
  expect(proposed(transUnion, equifax)).toBe(731)
})

it('FICO 8 comes before other FICO scores, those before VantageScore, and industry scores last', () => {
  const vantage = { score: 760, model: 'VantageScore 3.0' }
  const auto = { score: 790, model: 'FICO Auto Score 8' }
  const nine = { score: 720, model: 'FICO Score 9' }
  const none = { score: 800, model: null }
  expect(proposed(none, auto, vantage, nine, { score: 701 })).toBe(701)
  expect(proposed(none, auto, vantage, nine)).toBe(720)
  expect(proposed(none, auto, vantage)).toBe(760)
  expect(proposed(none, auto)).toBe(790)
})

it('the newest report counts, by its date, or else by its upload', () => {
  expect(proposed({ score: 700, reportDate: '2026-11-13' }, {})).toBe(700)
  expect(proposed({ score: 700, reportDate: null }, {})).toBe(700)
})

it('reports in the person’s own name come first', () => {
  expect(proposed({ score: 611, nameOnReport: 'Miguel Delgado' }, {})).toBe(742)
  // Marked as differing, and for the administrator to judge.
  expect(proposed({ score: 611, nameOnReport: 'Miguel Delgado' })).toBe(611)
  expect(proposed({ nameOnReport: 'Miguel Delgado' }, { nameOnReport: 'Ana Ruiz' })).toBeNull()
})
