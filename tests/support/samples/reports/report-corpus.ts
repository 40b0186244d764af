import { mimeTypes } from '@shared/file-kinds'
import { encryptedPdf } from '../pdf-variants'
import { writePdf } from '../pdf-writer'
import { drawPdf, readDrawings, whole, type MadeReport } from './made-report'
import { heldOutWords, wordReports } from './word-reports'

const { pdf } = mimeTypes
const ficoOf = (bureau: 'Experian' | null) => ({ score: 742, model: 'FICO Score 8', bureau })

/** Endless, locked, damaged, or no PDF at all. */
const unreadableReports = (): MadeReport[] =>
  [
    {
      name: 'ten-thousand-pages',
      bytes: writePdf([
        { texts: [{ x: 50, y: 60, text: 'Experian FICO® Score 8: 742' }] },
        ...Array.from({ length: 9_999 }, (_, index) => `Page ${index + 2}`),
      ]),
      truth: whole({ scores: [ficoOf('Experian')] }),
    },
    { name: 'encrypted', bytes: encryptedPdf(), truth: whole({}) },
    {
      name: 'damaged',
      bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000, '<< /Kids [ ')]),
      truth: whole({}),
    },
    { name: 'no-pdf', bytes: Buffer.from('742'), truth: whole({}) },
  ].map((report) => ({ ...report, type: pdf, isHostile: true }))

/** Reports in the layouts that people send, and such as a careless reader gets wrong, with the truth about each. */
export const reportCorpus = (): MadeReport[] => [
  ...readDrawings('made'),
  ...unreadableReports(),
  ...wordReports(),
]

/**
 * Reports written without a look at the rules that read them, in layouts and words that the rules were not
 * made with. Anyone who mends a rule because of one of these makes it a part of the other corpus.
 */
export const heldOutCorpus = (): MadeReport[] => [
  ...readDrawings('held-out'),
  {
    name: 'cut-off-in-the-middle',
    type: pdf,
    bytes: drawPdf('page\n50 @14: 50 FICO® Score 8\n80 @30: 50 742').subarray(0, 480),
    truth: whole({ scores: [ficoOf(null)] }),
    isHostile: true,
  },
  ...heldOutWords(),
]
