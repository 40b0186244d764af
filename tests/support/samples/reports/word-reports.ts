import { mimeTypes } from '@shared/file-kinds'
import { writeDocx } from '../docx-writer'
import { whole, type MadeReport, type TrueScore } from './made-report'

const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
const table = (rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows
    .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`)
    .join('')}</w:tbl>`

function wordReport(
  name: string,
  body: string,
  truth: { scores?: TrueScore[]; date?: string; person?: string },
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
