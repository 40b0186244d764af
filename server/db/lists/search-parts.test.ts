import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseParts, rarePartsOf } from './search-parts'

const common = new Set(['per', 'ers', 'rso', 'son', 'gma', 'mai', 'ail', 'com', 'nab'])

it.each([
  ['person123456@', 'n123456'],
  ['PERSON123456@', 'N123456'],
  ['jane.doe@gmail.com', 'jane%doe'],
  ['xavier@gmail.com', 'xavier'],
  ['annabel', 'anna%bel'],
  ['gmail.com', 'gmail.com'],
  ['jo@gmail.com', 'jo@gmail.com'],
  ['mülleröffner', 'ller%ffner'],
  ['мария', 'мария'],
  [String.raw`50\%`, String.raw`50\%`],
])('of %s the index is asked for %s', (word, parts) => {
  expect(rarePartsOf(word, common)).toBe(parts)
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
      const parts = rarePartsOf(word, new Set(listed))
      if (parts === word) return
      let from = 0
      for (const part of parts.split('%')) {
        const at = word.indexOf(part, from)
        expect(at).toBeGreaterThanOrEqual(from)
        from = at + part.length
      }
    }),
  )
})

it('only parts are chosen among the values of a query', () => {
  const values = { 'word0.0': 'person17@', 'part.word0.0': 'person17@', userId: 5, from: 'person' }
  expect(chooseParts(values, common)).toEqual({ ...values, 'part.word0.0': 'n17' })
})
