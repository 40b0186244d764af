import { mimeTypes } from '@shared/file-kinds'
import { writeDocx } from '../../docx-writer'
import { at, lines, pdfReport, row, whole, type MadeReport } from '../made-report'

const person = 'Marisol Okafor'
const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

export const run = (text: string, properties = '') =>
  `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`
export const paragraph = (text: string) => `<w:p>${run(text)}</w:p>`

export function wordFile(
  name: string,
  body: string,
  truth: Parameters<typeof whole>[0],
): MadeReport {
  const data = `<?xml version="1.0"?><w:document xmlns:w="${namespace}"><w:body>${body}</w:body></w:document>`
  const bytes = writeDocx('', [{ name: 'word/document.xml', data }])
  return { name, type: mimeTypes.docx, bytes, truth: whole(truth), isHostile: false }
}

/** What is said in sentences, in lists, over several pages or in Word. */
export const plainReports = (): MadeReport[] => [
  pdfReport(
    'weekly-score-app',
    [
      [
        at(60, 60, '768', 48),
        at(60, 92, 'Excellent'),
        at(60, 110, 'TransUnion® VantageScore® 3.0'),
        at(60, 126, 'Updated Nov 12, 2026. Next update in 7 days.'),
        ...lines(60, 180, [
          'On-time payments 100%',
          'Credit used 4%',
          'Oldest credit line 16 years',
        ]),
      ],
    ],
    {
      scores: [{ score: 768, model: 'VantageScore 3.0', bureau: 'TransUnion' }],
      date: '2026-11-12',
    },
  ),
  pdfReport(
    'bureau-printout-with-cover',
    [
      [
        at(50, 60, 'Experian', 20),
        at(50, 90, 'Prepared For', 9),
        at(50, 104, 'MARISOL OKAFOR', 12),
        at(50, 124, 'Date generated: Nov 3, 2026', 9),
        at(50, 160, 'At a glance', 14),
        at(50, 200, 'FICO® Score 8', 11),
        at(50, 232, '742', 30),
        at(50, 256, 'Very good', 11),
        ...row(320, [
          [50, 'Account summary'],
          [300, 'Overall credit usage'],
        ]),
        ...row(336, [
          [50, 'Open accounts 12'],
          [300, '7%'],
        ]),
      ],
      [at(50, 60, 'Accounts', 14), ...lines(50, 90, ['AMBER BANK 512345XXXX', 'Balance $1,742'])],
    ],
    {
      scores: [{ score: 742, model: 'FICO Score 8', bureau: 'Experian' }],
      date: '2026-11-03',
      person: 'MARISOL OKAFOR',
    },
  ),
  pdfReport(
    'bureau-score-in-a-sentence',
    [
      [
        at(50, 50, 'Equifax Credit Report', 18),
        ...lines(50, 84, [
          'Name: Marisol Okafor',
          'Report date: 10/28/2026',
          'Confirmation # 6284017362',
        ]),
        at(50, 150, 'Your VantageScore 3.0 credit score is 728.'),
        at(50, 168, 'A score of 728 is considered good.'),
      ],
    ],
    {
      scores: [{ score: 728, model: 'VantageScore 3.0', bureau: 'Equifax' }],
      date: '2026-10-28',
      person,
    },
  ),
  pdfReport(
    'auto-lender-disclosure',
    [
      [
        at(50, 50, 'Credit Score Disclosure Exception Notice', 14),
        at(50, 74, 'Consumer: Marisol Okafor'),
        ...lines(50, 110, [
          'FICO® Auto Score 8: 764',
          'Credit bureau: TransUnion',
          'Date score created: 11/01/2026',
          'Range of possible scores: 250 to 900',
        ]),
      ],
    ],
    {
      scores: [{ score: 764, model: 'FICO Auto Score 8', bureau: 'TransUnion' }],
      date: '2026-11-01',
      person,
    },
  ),
  pdfReport(
    'statement-corner-box',
    [
      [
        at(50, 40, 'Amber Bank Visa Statement', 14),
        ...row(60, [
          [50, 'Closing date 11/08/2026'],
          [350, 'Account ending 7420'],
        ]),
        ...row(100, [
          [50, 'New balance $735.00'],
          [350, 'Your FICO® Score 9'],
        ]),
        ...row(116, [
          [50, 'Minimum payment $35.00'],
          [380, '803'],
        ]),
        ...row(132, [
          [50, 'Payment due 12/05/2026'],
          [350, 'TransUnion, 10/31/2026'],
        ]),
      ],
    ],
    { scores: [{ score: 803, model: 'FICO Score 9', bureau: 'TransUnion' }], date: '2026-10-31' },
  ),
  wordFile(
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
  wordFile(
    'word-split-runs',
    `${paragraph('Report for Marisol Okafor')}<w:p>${run('FICO')}${run(' Score')}${run(' 8: ')}${run('74')}${run('6')}</w:p>${paragraph('Bureau: TransUnion')}${paragraph('Report date: 11/10/2026')}`,
    {
      scores: [{ score: 746, model: 'FICO Score 8', bureau: 'TransUnion' }],
      date: '2026-11-10',
      person,
    },
  ),
  pdfReport(
    'no-score-at-all',
    [
      [
        at(50, 50, 'Annual Credit Report', 18),
        ...lines(50, 84, ['MARISOL OKAFOR', 'Date issued: 11/01/2026', 'File number 742 735 700']),
        at(50, 150, 'Your credit report does not include a credit score.'),
        at(50, 168, 'You may buy a FICO® Score from a credit bureau.'),
        ...row(210, [
          [50, 'CEDAR MORTGAGE'],
          [240, 'High balance $742,000'],
          [420, 'Terms 360'],
        ]),
      ],
    ],
    {},
  ),
]
