import { expect, it } from 'vitest'
import { codeAlphabet, readCode } from './referral-codes'

it('reads a code however it was typed', () => {
  expect(readCode(' abcd2345 ')).toBe('ABCD2345')
  expect(readCode('ABCD2345')).toBe('ABCD2345')
})

it.each([
  '',
  'ABCD234',
  'ABCD23456',
  'ABCD2340',
  'ABCO2345',
  'ABCI2345',
  'ABCL2345',
  'ABCD-345',
  7,
])('takes %j for no code', (text) => expect(readCode(text)).toBeNull())

it('has nothing in it that looks like something else', () => {
  expect(codeAlphabet).not.toMatch(/[01OIL]/)
  expect(new Set(codeAlphabet).size).toBe(codeAlphabet.length)
})
