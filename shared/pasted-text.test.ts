import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { accountPassword, multiLine, readDigits, singleLine } from './text'

const required = 'Name is required.'
const anyText = fc.string({ unit: 'binary', maxLength: 60 })

describe('what was pasted', () => {
  it.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'with the line break %j has it, and a space in a single line',
    (lineBreak) => {
      const pasted = `Dear Team,${lineBreak}I am here.`
      expect(multiLine(200).parse(pasted)).toBe('Dear Team,\nI am here.')
      expect(singleLine({ required, max: 200 }).parse(pasted)).toBe('Dear Team, I am here.')
    },
  )

  it('has no control characters and no half ones, and keeps tabs between lines', () => {
    const pasted = '\u0002Now\u0000 a\ttable\u007f\u009f \ud83d\r\n\r\nand \u001bmore'
    expect(multiLine(200).parse(pasted)).toBe('Now a\ttable \n\nand more')
    expect(singleLine({ required, max: 200 }).parse(pasted)).toBe('Now a table  and more')
    fc.assert(
      fc.property(anyText, (typed) => {
        const { data } = multiLine(200).safeParse(typed)
        expect(data).not.toMatch(/[^\P{Cc}\n\t]|[\u2028\u2029]|\p{Cs}/u)
      }),
    )
  })

  it.each([
    ['123 456', '123456'],
    ['123-456\u200b', '123456'],
    ['１２３４５６', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['१२३४५६', '123456'],
    ['𝟏𝟐𝟑𝟜𝟝𝟞', '123456'],
    ['Your code is 123456.', '123456'],
    ['', ''],
  ])('as %j has the digits %j', (typed, digits) => expect(readDigits(typed)).toBe(digits))
})

describe('a password', () => {
  const password = accountPassword({ required, min: 8 })

  it('is the same however its letters are composed, and otherwise as it was typed', () => {
    expect(password.parse('cafe\u0301 and  Ａ')).toBe('café and  Ａ')
    fc.assert(
      fc.property(anyText, (typed) => {
        const { data } = password.safeParse(typed)
        if (data !== undefined) expect(data).toBe(typed.normalize('NFC'))
      }),
    )
  })

  it('is as long as what is hashed', () => {
    expect(password.safeParse('e\u0301'.repeat(7)).success).toBe(false)
    expect(password.safeParse('e\u0301'.repeat(8)).success).toBe(true)
    // Three bytes each as typed, two as hashed.
    expect(password.safeParse('e\u0301'.repeat(512)).success).toBe(true)
    expect(password.safeParse('e\u0301'.repeat(513)).success).toBe(false)
  })
})
