import { expect, it } from 'vitest'
import { findMarks } from './find-marks'

const rosa = { firstName: 'Rosa', lastName: 'Delgado' }
const now = Date.parse('2026-11-22T12:00:00Z')
const score = {
  score: 742,
  nameOnReport: 'Rosa Delgado',
  reportDate: '2026-11-01',
  uploadedAt: null,
}
const marksOf = (changed: Partial<Parameters<typeof findMarks>[0]>) =>
  findMarks({ ...score, ...changed }, rosa, now)

it('a good score of today has no marks', () => expect(marksOf({})).toEqual([]))

it('a score is low under 680', () => {
  expect(marksOf({ score: 679 })).toEqual(['low'])
  expect(marksOf({ score: 680 })).toEqual([])
})

it('another name is marked, and none is not', () => {
  expect(marksOf({ nameOnReport: 'Miguel Delgado' })).toEqual(['name-differs'])
  expect(marksOf({ nameOnReport: null })).toEqual([])
})

it('a report is old after 90 days, by its date, or else by its upload', () => {
  expect(marksOf({ reportDate: '2026-08-24' })).toEqual([])
  expect(marksOf({ reportDate: '2026-08-22' })).toEqual(['old'])
  const uploadedAt = new Date('2026-08-01T00:00:00Z')
  expect(marksOf({ reportDate: null, uploadedAt })).toEqual(['old'])
  expect(marksOf({ uploadedAt })).toEqual([])
  expect(marksOf({ reportDate: null })).toEqual([])
})
