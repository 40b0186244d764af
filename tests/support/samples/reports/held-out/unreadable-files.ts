import { mimeTypes } from '@shared/file-kinds'
import { writePdf } from '../../pdf-writer'
import { at, pdfReport, whole, type MadeReport } from '../made-report'
import { paragraph, run, wordFile } from './plain-reports'

const hidden = '<w:rPr><w:vanish/></w:rPr>'
const deleted = (text: string) =>
  `<w:del w:id="1" w:author="x"><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`

/** What cannot be read, or only by looking at it. */
export const unreadableFiles = (): MadeReport[] => [
  pdfReport('scan-without-text', [{ texts: [] }, { texts: [] }], {}),
  {
    name: 'cut-off-in-the-middle',
    type: mimeTypes.pdf,
    bytes: writePdf([{ texts: [at(50, 50, 'FICO® Score 8', 14), at(50, 80, '742', 30)] }]).subarray(
      0,
      480,
    ),
    truth: whole({ scores: [{ score: 742, model: 'FICO Score 8', bureau: null }] }),
    isHostile: true,
  },
  pdfReport(
    'turned-page',
    [
      {
        rotate: 90,
        texts: [
          at(80, 120, 'TransUnion VantageScore 3.0'),
          at(80, 160, '709', 30),
          at(80, 186, 'November 1, 2026'),
        ],
      },
    ],
    {
      scores: [{ score: 709, model: 'VantageScore 3.0', bureau: 'TransUnion' }],
      date: '2026-11-01',
    },
  ),
  pdfReport(
    'figure-in-three-pieces',
    [
      [
        at(50, 50, 'Experian FICO® Score 8'),
        at(50, 90, '6', 30),
        at(72, 90, '9', 30),
        at(94, 90, '7', 30),
      ],
    ],
    { scores: [{ score: 697, model: 'FICO Score 8', bureau: 'Experian' }] },
  ),
  wordFile(
    'word-with-a-hidden-figure',
    `${paragraph('Equifax')}<w:p>${run('VantageScore 3.0: ')}${run('821', hidden)}${run('633')}</w:p>`,
    { scores: [{ score: 633, model: 'VantageScore 3.0', bureau: 'Equifax' }] },
  ),
  wordFile(
    'word-with-a-tracked-change',
    `${paragraph('Experian')}<w:p>${run('FICO Score 8: ')}${deleted('812')}${run('640')}</w:p>`,
    { scores: [{ score: 640, model: 'FICO Score 8', bureau: 'Experian' }] },
  ),
  wordFile(
    'word-digits-of-another-width',
    `${paragraph('TransUnion')}${paragraph('FICO Score 8: ７１９')}`,
    { scores: [{ score: 719, model: 'FICO Score 8', bureau: 'TransUnion' }] },
  ),
]
