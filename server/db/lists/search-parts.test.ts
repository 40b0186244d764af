import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseSearch } from './search'
import { chooseParts, partsWithout } from './search-parts'

const common = new Set(['per', 'ers', 'rso', 'son', 'gma', 'mai', 'ail', 'com', 'nab'])

it.each([
  ['person123456@', 'n123456'],
  ['PERSON123456@', 'N123456'],
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
        const at = word.indexOf(part, from)
        expect(at).toBeGreaterThanOrEqual(from)
        from = at + part.length
      }
    }),
  )
})

/** Of a thousand rows: a quarter have most of these, and a few the last ones, which are neither common nor rare. */
const counts = new Map([
  ...[...common, '000', '303'].map((trigram) => [trigram, 250] as const),
  ['720', 19],
  ['a72', 5],
])

/** What the index is asked for of a search, by word and spelling. */
function partsOf(search: string) {
  const { words, phone } = chooseParts(parseSearch(search), counts)
  return { words: words.map((spellings) => spellings.map(({ part }) => part)), phone: phone?.part }
}

it.each([
  { search: 'person17@', words: [['n17']] },
  { search: 'gmail.com', words: [['gmail.com']] },
  { search: 'gmail person', words: [['gmail'], ['person']] },
  { search: 'gmail xavier', words: [[''], ['xavier']] },
  { search: 'gmail a720', words: [['gmail'], ['a720']] },
  { search: 'gmail x720', words: [[''], ['x720']] },
  { search: 'xavier jo', words: [['xavier'], ['']] },
  { search: 'xavier мария', words: [['xavier'], ['мария']] },
  { search: 'gmail jo', words: [['gmail'], ['jo']] },
  { search: 'xavier 303-000', words: [['xavier'], ['303-000', '300']] },
  { search: 'gmail 303-4242', words: [[''], ['4242', '34242']] },
  { search: '(303) 000-4242', words: [[''], ['4242']], phone: '300%04242' },
])('of $search, the index is asked for $words', ({ search, words, phone }) => {
  expect(partsOf(search)).toEqual({ words, phone })
})
