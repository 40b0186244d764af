import { randomInt } from 'node:crypto'
import { codeAlphabet, codeLength } from '@shared/referral-codes'

/** A code says nothing of whose it is. */
export const newCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
