import { expect, it } from 'vitest'
import { writeCsvLine } from './csv'

it.each([
  ['an equals sign', '=1+1', `'=1+1`],
  ['a plus', '+1 303 555 0199', `'+1 303 555 0199`],
  ['a minus', '-1', `'-1`],
  ['an at sign', '@SUM(A1)', `'@SUM(A1)`],
  ['a tab', '\t=1', `'\t=1`],
  ['a carriage return', '\r=1', `"'\r=1"`],
  ['a line feed', '\n=1', `"'\n=1"`],
  ['spaces before one', '  =1', `'  =1`],
  ['a wide equals sign', '＝1', `'＝1`],
  ['a wide plus', '＋1', `'＋1`],
  ['a wide minus', '－1', `'－1`],
  ['a wide at sign', '＠A1', `'＠A1`],
  ['one that is quoted', '=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
])('keeps a cell that begins with %s from being a formula', (_what, cell, written) => {
  expect(writeCsvLine([cell])).toBe(`${written}\r\n`)
})

it('quotes what RFC 4180 says, and leaves everything else as it is', () => {
  const cells = ['Ada', 'Park, A.', 'the "best"', 'one\r\ntwo', '', 'a=b', 'ä 🦀']
  expect(writeCsvLine(cells)).toBe('Ada,"Park, A.","the ""best""","one\r\ntwo",,a=b,ä 🦀\r\n')
})

it('writes times in UTC as spreadsheets read them, numbers as they are, and nothing for nothing', () => {
  expect(writeCsvLine([new Date('2026-03-01T23:59:58.999Z'), -3, null])).toBe(
    '2026-03-01 23:59:58,-3,\r\n',
  )
})
