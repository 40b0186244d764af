import { mimeTypes } from '@shared/file-kinds'
import type { Bureau } from '@shared/scores'
import { writePdf, type PageContent, type PlacedText } from '../pdf-writer'

/** A score that a report gives of the person whose report it is. */
export interface TrueScore {
  score: number
  model: string | null
  bureau: Bureau | null
}

/** A report made here, and what someone who reads it would say. */
export interface MadeReport {
  name: string
  type: string
  bytes: Buffer
  truth: { scores: TrueScore[]; date: string | null; person: string | null }
  isHostile: boolean
}

interface Truth {
  scores?: TrueScore[]
  date?: string
  person?: string
}

export const whole = ({ scores = [], date, person }: Truth): MadeReport['truth'] => ({
  scores,
  date: date ?? null,
  person: person ?? null,
})

export const pdfReport = (
  name: string,
  pages: readonly (readonly PlacedText[] | PageContent)[],
  truth: Truth,
): MadeReport => ({
  name,
  type: mimeTypes.pdf,
  bytes: writePdf(pages.map((page) => (isTexts(page) ? { texts: page } : page))),
  truth: whole(truth),
  isHostile: false,
})

const isTexts = (page: readonly PlacedText[] | PageContent): page is readonly PlacedText[] =>
  Array.isArray(page)

/** A text at a place: from the left, from the top. */
export const at = (x: number, y: number, text: string, size = 10): PlacedText => ({
  x,
  y,
  text,
  size,
})

/** Texts under each other. */
export const lines = (x: number, y: number, texts: readonly string[], size = 10): PlacedText[] =>
  texts.map((text, index) => at(x, y + index * size * 1.4, text, size))

/** Texts beside each other, as in the row of a table. */
export const row = (y: number, cells: readonly (readonly [number, string])[], size = 10) =>
  cells.map(([x, text]) => at(x, y, text, size))

/** What fills reports: accounts with their amounts, dates and numbers. */
export const accounts = (y: number): PlacedText[] => [
  at(50, y, 'Accounts', 14),
  ...row(y + 20, [
    [50, 'Creditor'],
    [220, 'Account number'],
    [350, 'Balance'],
    [450, 'Opened'],
  ]),
  ...row(y + 36, [
    [50, 'FIRST PLAINS BANK'],
    [220, '4411 7420 XXXX'],
    [350, '$742'],
    [450, '03/2014'],
  ]),
  ...row(y + 52, [
    [50, 'MESA AUTO LOAN'],
    [220, '735'],
    [350, '735.00'],
    [450, '11/12/2019'],
  ]),
  ...row(y + 68, [
    [50, 'COUNTY UTILITIES'],
    [220, '655-700-810'],
    [350, '$1,640'],
    [450, '07/2020'],
  ]),
]

/** The scale under most scores. */
export const bands = (y: number): PlacedText[] => [
  ...row(y, [
    [50, '300-579'],
    [150, '580-669'],
    [250, '670-739'],
    [350, '740-799'],
    [450, '800-850'],
  ]),
  ...row(y + 14, [
    [50, 'Poor'],
    [150, 'Fair'],
    [250, 'Good'],
    [350, 'Very Good'],
    [450, 'Exceptional'],
  ]),
]
