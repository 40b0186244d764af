import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { textKinds } from './list-choices'
import { countSegments, exampleTimes, writeEventText, type TextEvent } from './texts'

it.each([
  ['a'.repeat(160), 1, 160],
  ['a'.repeat(161), 2, 161],
  ['a'.repeat(306), 2, 306],
  ['a'.repeat(307), 3, 307],
  ['’'.repeat(70), 1, 70],
  ['’'.repeat(71), 2, 71],
  [`${'a'.repeat(158)}€`, 1, 160],
  [`${'a'.repeat(159)}€`, 2, 161],
  ['🎉'.repeat(35), 1, 70],
  ['🎉'.repeat(36), 2, 72],
  // A part ends before a pair that does not fit into it: 66 of 67 places, and 152 of 153.
  ['🎉'.repeat(66), 2, 132],
  ['🎉'.repeat(67), 3, 134],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3, 306],
  [`${'a'.repeat(151)}€${'a'.repeat(153)}`, 2, 306],
])('%s is sent in %i parts', (text, segments, characters) => {
  expect(countSegments(text)).toMatchObject({ segments, characters })
})

const escaped = /[\^{}\\[~\]|€\f]/g

/** As a phone puts it together: each part is the longest beginning of what is left that fits. */
function divide(text: string): string[] {
  const isPlain = !/[^a€[\n@]/u.test(text)
  const sizeOf = (part: string) => part.length + (isPlain ? (part.match(escaped) ?? []).length : 0)
  if (sizeOf(text) <= (isPlain ? 160 : 70)) return [text]
  const parts = []
  for (let left = Array.from(text); left.length > 0;) {
    let length = left.length
    while (sizeOf(left.slice(0, length).join('')) > (isPlain ? 153 : 67)) length -= 1
    parts.push(left.slice(0, length).join(''))
    left = left.slice(length)
  }
  return parts
}

const mixed = (...units: string[]) =>
  fc.string({ unit: fc.constantFrom(...units), maxLength: 500, size: 'max' })

it('any text has as many parts as when it is divided with no pair cut in two', () => {
  const anyText = fc.oneof(
    mixed('a', '€'),
    mixed('a', '[', '\n', '@'),
    mixed('a', '🎉', '’'),
    mixed('🎉', '\ud83c'),
    // Just around the edges.
    fc
      .tuple(
        fc.nat({ max: 4 }),
        fc.constantFrom(66, 67, 69, 70, 152, 153, 159, 160),
        mixed('€', '🎉', 'a'),
      )
      .map(([more, edge, end]) => 'a'.repeat(edge + more) + end),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      expect(countSegments(text).segments).toBe(divide(text).length)
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['decision', 135],
  ['match-times', 131],
  ['match-booked', 140],
  ['match-tomorrow', 136],
  ['match-soon', 128],
  ['match-answer', 126],
  ['match-ended', 129],
] satisfies [TextEvent, number][])(
  'the text about %s has %i characters, in one part',
  (event, characters) => {
    const time = exampleTimes[event] ?? ''
    const link = 'https://portal.example/dashboard'
    const text = writeEventText(event, { programName: 'Credit Partner Program', link, time })
    expect(countSegments(text)).toEqual({ segments: 1, characters, most: 160 })
    expect(text).toMatch(/^Credit Partner Program: .* Reply STOP to opt out\.$/)
  },
)

it('there is a text for every event', () => {
  for (const kind of textKinds) {
    if (kind !== 'composed')
      expect(writeEventText(kind, { programName: 'P', link: 'L' })).not.toContain('undefined')
  }
})
