import { expect, it } from 'vitest'
import { codeAlphabet, readCode } from '@shared/referral-codes'
import { newCode } from './new-code'

it('makes codes of every letter, each another one', () => {
  const codes = Array.from({ length: 500 }, newCode)
  expect(codes.filter((code) => readCode(code) !== code)).toEqual([])
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(codes.join('')).size).toBe(codeAlphabet.length)
})
