import { expect, test } from 'vitest'
import { formatPhone, phoneAddress } from './format'

test.each([
  '3035550100',
  '303.555.0100',
  '303 555 0100',
  '(303)555-0100',
  '1-303-555-0100',
  '+1 (303) 555-0100',
])('a phone number typed as %s is shown, and dialed, in one way', (typed) => {
  expect(formatPhone(typed)).toBe('(303) 555-0100')
  expect(phoneAddress(typed)).toBe('tel:+13035550100')
})

test.each([
  ['+44 20 7946 0958', 'tel:+442079460958'],
  ['+46 8 555 0122', 'tel:+4685550122'],
  ['303-555-0100 x12', 'tel:303555010012'],
])('any other number stays as it was typed: %s', (typed, address) => {
  expect(formatPhone(typed)).toBe(typed)
  expect(phoneAddress(typed)).toBe(address)
})
