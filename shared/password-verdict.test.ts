import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '@tests/support/samples/any-character'
import { isCommonPassword } from './password-verdict'

const ada = { email: 'ada.l@example.com', firstName: 'Ada', lastName: 'King Lovelace' }

const refused = [
  ['lists of passwords', 'password1', 'PassWord1', 'iloveyou', 'Football', '12345678'],
  ['lists with a number, a year or a mark', 'letmein123', 'monkey12', 'Password123!', 'Admin123!'],
  ['letters replaced by signs', 'Passw0rd!', 'P@ssw0rd123', 'P@$$w0rd', 'p4ssw0rd!'],
  ['seasons and years', 'Summer2025!', 'Summer2025', 'Winter2024', 'Spring2026!', 'Passw0rd2026'],
  ['months and years', 'October26!', 'Welcome2026!'],
  ['one thing again and again', 'aaaaaaaa', '12341234', 'abcabcabc', '11111111', 'a'.repeat(64)],
  ['rows of keys and letters', 'qwertyuiop', '1q2w3e4r', 'zaq12wsx', 'abcd1234', 'Qwerty123!'],
  ['dates', '19900412', '04/12/1990', '12.04.1990'],
  ['the owner’s email', 'ada.l', 'Ada.L@example.com', 'ada.l@example.com', 'ada.l2026'],
  ['the owner’s name', 'Lovelace1815', 'adalovelace!', 'AdaCredit77', 'LovelaceAda'],
  ['the portal’s own words', 'credit12', 'PartnerPortal', 'welcome!', 'Credit2026!'],
  [
    'the program’s name',
    'creditpartner',
    'CreditPartnerProgram',
    'creditpartnerportal1',
    'Program2026',
  ],
] as const

const allowed = [
  ['several words', 'correct horse battery staple', 'correct horse battery', 'mossy tangent'],
  ['words with additions', 'Sup3rSecret!pw', 'Str0ng-Pass-2026', 'Test-Passw0rd-2026'],
  ['a word beyond recognition', 'Tr0ub4dor&3', 'résumé café', 'пароль 🔐 密码 كلمة'],
  ['eight characters by chance', 'vq7#mTz2', 'vq7!mzt2', 'kX9$wq2L', 'h3Gt!0zP'],
  ['more than anybody guesses', `${'p'.repeat(72)}X`, 'Az9'.repeat(341)],
  ['own words in a sentence', 'credit where credit is due', 'ada.l and more', 'Lovelace-in-1815'],
  ['what the tests of the portal use', 'seven green bicycles', 'a long enough phrase'],
  ['more of that', 'a long password for tests only', 'another long phrase', 'nine purple lanterns'],
] as const

const cases = (table: readonly (readonly string[])[]) =>
  table.flatMap(([kind, ...passwords]) => passwords.map((password) => [password, kind] as const))

describe('a password', () => {
  it.each(cases(refused))('%j is too common: %s', (password) => {
    expect(isCommonPassword(password, ada)).toBe(true)
  })

  it.each(cases(allowed))('%j is allowed: %s', (password) => {
    expect(isCommonPassword(password, ada)).toBe(false)
  })

  it('is too common when it is its owner’s email, however long that is', () => {
    const email = `${'vq7mtz2k'.repeat(8)}@example.com`
    expect(isCommonPassword(email.toUpperCase(), { ...ada, email })).toBe(true)
  })

  it('is judged alike whatever the owner’s name looks like while it is typed', () => {
    const typed = { email: ' ada.l@example.com ', firstName: ' Ada\u202c', lastName: 'Zoe\u0308' }
    expect(isCommonPassword('zoë12345', typed)).toBe(true)
  })

  it('is judged, never failed at, whatever it and its owner’s name are', () => {
    const odd = fc.constantFrom('constructor', '__proto__', 'toString', '4', '@', '\0', '\ud800')
    const text = fc.oneof(
      anyText,
      fc.array(odd).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, text, text, text, (password, email, firstName, lastName) => {
        const owner = { email, firstName, lastName }
        const verdict = isCommonPassword(password, owner)
        expect(typeof verdict).toBe('boolean')
        expect(isCommonPassword(password, owner)).toBe(verdict)
      }),
    )
  })
})

describe('judging', () => {
  const leet = '4@8({[<369&!|10$5+7%2'
  const long = {
    email: `${'x'.repeat(64)}@x.example`,
    firstName: 'y'.repeat(150),
    lastName: 'z1 '.repeat(50),
  }

  it.each([
    ['substitutions', leet],
    ['one digit', '1'],
    ['digits', '0918273645'],
    ['dates', '1.1.1990'],
    ['separators', ' ,;:|/_.-'],
    ['words', 'passwordx'],
    ['keys', 'qwertyuiop[]'],
  ])('%s costs less than a tenth of a second of the processor', (_what, part) => {
    const password = part.repeat(64).slice(0, 64)
    const tries = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      isCommonPassword(password, long)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    })
    expect(Math.min(...tries)).toBeLessThan(100)
  })
})
