import { drizzle } from 'drizzle-orm/node-postgres'
import * as fc from 'fast-check'
import { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exactTotalLimit } from '@shared/list-choices'
import { parseSearch } from './search'
import { unlessTooSlow } from './searches'
import { chooseParts, countCandidates, partsWithout } from './selective-terms'
import { getTotal } from './totals'

const common = new Set(['per', 'ers', 'rso', 'son', 'gma', 'mai', 'ail', 'com', 'nab'])

it.each([
  ['person123456@', 'n123456'],
  ['PERSON123456@', 'n123456'],
  ['jane.doe@gmail.com', 'jane%doe'],
  ['xavier@gmail.com', 'xavier'],
  ['annabel', 'anna%bel'],
  ['gmail.com', ''],
  ['jo@gmail.com', ''],
  ['mülleröffner', 'ller%ffner'],
  ['мария', ''],
  [String.raw`50\%`, ''],
])('of %s, %s is not common', (word, parts) => {
  expect(partsWithout((trigram) => common.has(trigram), word)).toBe(parts)
})

it('every word has its own parts, one after the other', () => {
  const text = fc.string({
    unit: fc.constantFrom(...Array.from('abcABC12.@%_\\éЖ')),
    maxLength: 20,
  })
  const trigrams = fc.array(
    fc.string({ unit: fc.constantFrom(...Array.from('abc12')), minLength: 3, maxLength: 3 }),
  )
  fc.assert(
    fc.property(text, trigrams, (word, listed) => {
      const parts = partsWithout((trigram) => listed.includes(trigram), word)
      let from = 0
      for (const part of parts.split('%')) {
        const at = word.toLowerCase().indexOf(part, from)
        expect(at).toBeGreaterThanOrEqual(from)
        from = at + part.length
      }
    }),
  )
})

/** Of a thousand rows: a quarter have most of these, and a few the last ones, which are neither common nor rare. */
const trigrams = new Map([
  ...[...common, '000', '303'].map((trigram) => [trigram, 250] as const),
  ['com', 240],
  ['720', 19],
  ['a72', 5],
])
const counts = { trigrams, tableRows: 300_000 }

// Null means all of a word.
it.each([
  { search: 'person17@', words: [['n17']] },
  { search: 'gmail.com', words: [[null]] },
  { search: 'gmail person', words: [['gma'], ['per']] },
  { search: 'gmail xavier', words: [[''], ['xavier']] },
  { search: 'gmail a720', words: [['gma'], ['a720']] },
  { search: 'gmail x720', words: [[''], ['x720']] },
  { search: 'xavier jo', words: [['xavier'], ['']] },
  { search: 'xavier мария', words: [['xavier'], [null]] },
  { search: 'gmail.com jo', words: [['com'], [null]] },
  { search: 'xavier 303-000', words: [['xavier'], ['303', '300']] },
  { search: 'gmail 303-4242', words: [[''], ['4242', '34242']] },
])('of $search, the index is asked for $words', ({ search, words }) => {
  const terms = chooseParts(parseSearch(search), counts)
  expect(terms.words.map((spellings) => spellings.map(({ part }) => part))).toEqual(words)
})

it.each([
  ['(303) 555-0142', '35550142'],
  // A country code or what follows ten digits may be cut off.
  ['+1 303 555 0142', null],
  ['1 303 555 0142', null],
  ['٣٠٣٥٥٥', null],
])('of the phone %s, the index is asked for %s', (search, part) => {
  expect(chooseParts(parseSearch(search), counts).phone?.part).toBe(part)
})

it.each([
  ['gmail jo', 500_000, false],
  ['gmail jo', 300_000, true],
  ['gmail xavier', 5_000_000, true],
  ['gmail jo xavier', 5_000_000, true],
  ['gmail person', 5_000_000, true],
  ['gmail d’an', 5_000_000, true],
  ['jo 303-4242', 5_000_000, true],
])('the index is asked for %s among %i rows: %s', (search, tableRows, isIndexed) => {
  expect(chooseParts(parseSearch(search), { trigrams, tableRows })).toMatchObject({ isIndexed })
})

it.each([
  ['gmail.com', true],
  ['gmail person', false],
  ['person17@', false],
  ['мария', false],
  ['303-000', false],
])('a search for %s is one for a frequent word: %s', (search, isFrequent) => {
  expect(chooseParts(parseSearch(search), counts)).toMatchObject({ isFrequent })
})

it.each([
  ['gmail', 5_000],
  ['gm_ail', 5_000],
  ['gmailxy', 0],
  ['jo', 10_000],
  // By how the word begins and ends.
  [' gm_l ', 50],
])('for %s the index names %i of 10,000 rows', (text, rows) => {
  const half = ['gma', 'mai', 'ail'].map((trigram) => [trigram, 500] as const)
  const shown = new Map([...half, [' gm', 5]])
  expect(countCandidates({ trigrams: shown, tableRows: 10_000 }, text)).toBe(rows)
})

/** As drizzle hands on what the driver says. */
const failed = (cause: Error) => Promise.reject(new Error('Failed query', { cause }))

describe('a statement of a search', () => {
  it('is given up when Postgres ends it, or is too busy to end it in time', async () => {
    const ended = Object.assign(new Error('canceling statement'), { code: '57014' })
    expect(await unlessTooSlow(failed(ended))).toBeNull()
    expect(await unlessTooSlow(failed(new Error('Query read timeout')))).toBeNull()
    expect(await unlessTooSlow(Promise.resolve('found'))).toBe('found')
  })

  it('fails with whatever else goes wrong', async () => {
    const lost = new Error('Connection terminated unexpectedly')
    await expect(unlessTooSlow(failed(lost))).rejects.toThrow('Failed query')
  })
})

// Never connected: what is counted comes from the test.
const newDatabase = () => drizzle(new Pool())

describe('a total', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('of more than 10,000 is counted once in five seconds', async () => {
    const db = newDatabase()
    const count = vi.fn(async (limit: number) => limit)
    for (const elapsed of [0, 4_000, 999]) {
      vi.advanceTimersByTime(elapsed)
      expect(await getTotal(db, 'all', count)).toBe(exactTotalLimit + 1)
    }
    expect(count).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await getTotal(db, 'all', count)
    expect(count).toHaveBeenCalledTimes(2)
  })

  it('is not kept when a few rows less would make it exact', async () => {
    const db = newDatabase()
    expect(await getTotal(db, 'all', async () => exactTotalLimit + 500)).toBe(exactTotalLimit + 1)
    expect(await getTotal(db, 'all', async () => exactTotalLimit)).toBe(exactTotalLimit)
    expect(await getTotal(db, 'all', async () => 0)).toBe(0)
  })

  it('is kept for what was counted, in its own database, and not when counting was given up', async () => {
    const db = newDatabase()
    await getTotal(db, 'all', async (limit) => limit)
    expect(await getTotal(db, 'some', async () => 3)).toBe(3)
    expect(await getTotal(newDatabase(), 'all', async () => 4)).toBe(4)
    expect(await getTotal(db, 'slow', async () => null)).toBeNull()
  })

  it('is kept for the 200 latest at most', async () => {
    const db = newDatabase()
    for (let number = 0; number <= 200; number += 1) {
      await getTotal(db, `search ${number}`, async (limit) => limit)
    }
    expect(await getTotal(db, 'search 0', async () => 5)).toBe(5)
    expect(await getTotal(db, 'search 200', async () => 5)).toBe(exactTotalLimit + 1)
  })
})
