import { expect, it } from 'vitest'
import { suggestPairs } from './suggest-pairs'

const [denver, newYork] = ['America/Denver', 'America/New_York']
const partner = (id: number, score: number | null = 742, timeZone: string | null = denver) => ({
  id,
  score,
  timeZone,
})
const entrepreneur = (
  id: number,
  {
    minScore = null,
    timeZone = newYork,
    day = 1,
  }: {
    minScore?: number | null
    timeZone?: string
    day?: number
  } = {},
) => ({ id, minScore, timeZone, statusAt: new Date(Date.UTC(2026, 10, day, 12, id)) })

const pairs = (...input: Parameters<typeof suggestPairs>) =>
  [...suggestPairs(...input)].map(([id, { id: with_ }]) => [id, with_])

it('gives who waits longest the one who has been ready for longest, each once', () => {
  const free = [entrepreneur(11), entrepreneur(12, { day: 2 })]
  expect(pairs([partner(1), partner(2), partner(3)], free, [])).toEqual([
    [1, 11],
    [2, 12],
  ])
})

it('keeps to the score that a lender takes, where one is recorded', () => {
  const free = [entrepreneur(11, { minScore: 760 }), entrepreneur(12, { minScore: 742, day: 2 })]
  expect(pairs([partner(1)], free, [])).toEqual([[1, 12]])
  expect(pairs([partner(1, 700)], free, [])).toEqual([])
  expect(pairs([partner(1, null)], free, [])).toEqual([[1, 11]])
})

it('brings no two together again', () => {
  const free = [entrepreneur(11), entrepreneur(12, { day: 2 })]
  const before = [{ partnerId: 1, entrepreneurId: 11 }]
  expect(pairs([partner(1), partner(2)], free, before)).toEqual([
    [1, 12],
    [2, 11],
  ])
})

it('prefers the same zone among those who became ready on one day', () => {
  const same = entrepreneur(12, { timeZone: denver })
  expect(pairs([partner(1)], [entrepreneur(11), same], [])).toEqual([[1, 12]])
  const later = entrepreneur(12, { timeZone: denver, day: 2 })
  expect(pairs([partner(1)], [entrepreneur(11), later], [])).toEqual([[1, 11]])
})
