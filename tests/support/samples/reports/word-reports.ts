import { mimeTypes } from '@shared/file-kinds'
import { writeDocx } from '../docx-writer'
import { whole, type MadeReport } from './made-report'

const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

const run = (text: string, properties = '') =>
  `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`
export const paragraph = (text: string) => `<w:p>${run(text)}</w:p>`
const table = (rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows
    .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`)
    .join('')}</w:tbl>`

export function wordReport(
  name: string,
  body: string,
  truth: Parameters<typeof whole>[0],
  isHostile = false,
): MadeReport {
  const data = `<?xml version="1.0"?><w:document xmlns:w="${namespace}"><w:body>${body}</w:body></w:document>`
  const bytes = writeDocx('', [{ name: 'word/document.xml', data }])
  return { name, type: mimeTypes.docx, bytes, truth: whole(truth), isHostile }
}

/** Reports that were copied or saved into Word. */
export const wordReports = (): MadeReport[] => [
  wordReport(
    'word-lines',
    [
      'Experian',
      'Prepared for: Rosa Delgado',
      'Report date: November 12, 2026',
      'FICO® Score 8: 742',
      'Score range: 300-850',
    ]
      .map(paragraph)
      .join(''),
    {
      scores: [{ score: 742, model: 'FICO Score 8', bureau: 'Experian' }],
      date: '2026-11-12',
      person: 'Rosa Delgado',
    },
  ),
  wordReport(
    'word-table',
    paragraph('IdentityIQ &amp; partners') +
      table([
        ['', 'TransUnion', 'Experian', 'Equifax'],
        ['Credit Score:', '702', '698', '710'],
        ['Score Scale:', '300-850', '300-850', '300-850'],
        ['Score Type:', 'VantageScore 3.0', 'VantageScore 3.0', 'VantageScore 3.0'],
      ]),
    {
      scores: [
        { score: 702, model: 'VantageScore 3.0', bureau: 'TransUnion' },
        { score: 698, model: 'VantageScore 3.0', bureau: 'Experian' },
        { score: 710, model: 'VantageScore 3.0', bureau: 'Equifax' },
      ],
    },
  ),
  wordReport(
    'word-split-runs',
    '<w:p><w:r><w:t>Your credit </w:t></w:r><w:r><w:t>score: 7</w:t></w:r><w:r><w:t>15</w:t></w:r></w:p>' +
      paragraph('VantageScore 4.0, Equifax, as of 10/02/2026'),
    {
      scores: [{ score: 715, model: 'VantageScore 4.0', bureau: 'Equifax' }],
      date: '2026-10-02',
    },
  ),
  wordReport(
    'word-co-applicant',
    table([
      ['Applicant', 'Co-Applicant'],
      ['FICO Score 8: 742', 'FICO Score 8: 655'],
    ]),
    {},
    true,
  ),
  wordReport(
    'word-ranges',
    ['Credit score', '300-850', 'Good: 670-739'].map(paragraph).join(''),
    {},
    true,
  ),
  wordReport(
    'word-deep-nesting',
    '<w:tbl><w:tr><w:tc>'.repeat(20_000) +
      paragraph('FICO Score 8: 742') +
      '</w:tc></w:tr></w:tbl>'.repeat(20_000),
    {},
    true,
  ),
  wordReport('word-bomb', paragraph(' '.repeat(60 * 1024 * 1024)), {}, true),
]

const person = 'Marisol Okafor'
const hidden = '<w:rPr><w:vanish/></w:rPr>'
const deleted = (text: string) =>
  `<w:del w:id="1" w:author="x"><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`

/** The same of the corpus that is held out. */
export const heldOutWords = (): MadeReport[] => [
  wordReport(
    'word-copied-from-an-app',
    [
      'My credit',
      'Name: Marisol Okafor',
      'VantageScore 4.0',
      '717',
      'Equifax',
      'As of November 6, 2026',
    ]
      .map(paragraph)
      .join(''),
    {
      scores: [{ score: 717, model: 'VantageScore 4.0', bureau: 'Equifax' }],
      date: '2026-11-06',
      person,
    },
  ),
  wordReport(
    'word-split-runs',
    `${paragraph('Report for Marisol Okafor')}<w:p>${run('FICO')}${run(' Score')}${run(' 8: ')}${run('74')}${run('6')}</w:p>${paragraph('Bureau: TransUnion')}${paragraph('Report date: 11/10/2026')}`,
    {
      scores: [{ score: 746, model: 'FICO Score 8', bureau: 'TransUnion' }],
      date: '2026-11-10',
      person,
    },
  ),
  wordReport(
    'word-with-a-hidden-figure',
    `${paragraph('Equifax')}<w:p>${run('VantageScore 3.0: ')}${run('821', hidden)}${run('633')}</w:p>`,
    { scores: [{ score: 633, model: 'VantageScore 3.0', bureau: 'Equifax' }] },
    true,
  ),
  wordReport(
    'word-with-a-tracked-change',
    `${paragraph('Experian')}<w:p>${run('FICO Score 8: ')}${deleted('812')}${run('640')}</w:p>`,
    { scores: [{ score: 640, model: 'FICO Score 8', bureau: 'Experian' }] },
    true,
  ),
  wordReport(
    'word-digits-of-another-width',
    `${paragraph('TransUnion')}${paragraph('FICO Score 8: ７１９')}`,
    { scores: [{ score: 719, model: 'FICO Score 8', bureau: 'TransUnion' }] },
    true,
  ),
]
