import { mimeTypes } from '@shared/file-kinds'
import { encryptedPdf } from '../pdf-variants'
import { writePdf, type PlacedText } from '../pdf-writer'
import { at, pdfReport, whole, type MadeReport } from './made-report'

const own = { score: 742, model: 'FICO Score 8', bureau: 'Experian' } as const

/** Widths of Helvetica's letters that are used here, in thousandths of its size. */
const widths: Record<string, number> = {
  A: 667,
  C: 722,
  E: 667,
  F: 611,
  I: 278,
  N: 722,
  O: 778,
  P: 667,
  R: 722,
  S: 667,
  X: 667,
  ' ': 278,
  ':': 278,
}

/** A text whose letters are placed one by one. */
function glyphs(x: number, y: number, text: string, size: number): PlacedText[] {
  let left = x
  return text.split('').map((letter) => {
    const placed = at(left, y, letter, size)
    left += (size * (widths[letter] ?? 556)) / 1000
    return placed
  })
}

/** Texts in pieces, turned, endless, locked or not there at all. */
export const unreadableReports = (): MadeReport[] => [
  pdfReport(
    'single-glyphs',
    [
      [
        ...glyphs(50, 60, 'EXPERIAN', 12),
        // Not in the order in which they are read.
        ...glyphs(50, 100, 'FICO SCORE 8: 742', 12).toReversed(),
      ],
    ],
    { scores: [own] },
  ),
  pdfReport(
    'turned-page',
    [
      {
        rotate: 90,
        texts: [at(50, 60, 'Experian', 16), at(50, 100, 'FICO® Score 8: 742')],
      },
    ],
    { scores: [own] },
  ),
  pdfReport(
    'turned-text',
    [
      [
        { ...at(200, 700, 'Experian', 16), angle: 90 },
        { ...at(240, 700, 'FICO® Score 8', 12), angle: 90 },
        { ...at(270, 700, '742', 24), angle: 90 },
      ],
    ],
    { scores: [own] },
  ),
  pdfReport(
    'interleaved-columns',
    [
      [
        at(50, 60, 'Experian', 14),
        ...['Your FICO® Score 8', 'Very Good', 'as of 11/11/2026'].flatMap((text, index) => [
          at(50, 100 + index * 60, text),
          at(330, 100 + index * 60, ['Average score', '715', 'in the United States'][index] ?? ''),
        ]),
        at(50, 130, '742', 26),
      ],
    ],
    { scores: [own], date: '2026-11-11' },
  ),
  pdfReport(
    'drawn-twice',
    [
      [
        at(50, 60, 'Experian'),
        at(50, 90, 'FICO® Score 8'),
        at(50, 120, '742', 24),
        at(50.4, 120, '742', 24),
      ],
    ],
    { scores: [own] },
  ),
  {
    ...pdfReport('ten-thousand-pages', [], {}),
    bytes: writePdf([
      { texts: [at(50, 60, 'Experian FICO® Score 8: 742')] },
      ...Array.from({ length: 9_999 }, (_, index) => `Page ${index + 2}`),
    ]),
    truth: whole({ scores: [own] }),
  },
  pdfReport('scan', [[], []], {}),
  { ...pdfReport('encrypted', [], {}), bytes: encryptedPdf() },
  {
    ...pdfReport('damaged', [], {}),
    bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000, '<< /Kids [ ')]),
  },
  {
    name: 'no-pdf',
    type: mimeTypes.pdf,
    bytes: Buffer.from('742'),
    truth: whole({}),
    isHostile: true,
  },
]
