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
])('%s is sent in %i parts', (text, segments, characters) => {
  expect(countSegments(text)).toMatchObject({ segments, characters })
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
