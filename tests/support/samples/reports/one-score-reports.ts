import { at, lines, pdfReport, row, type MadeReport } from './made-report'

/** In the manner of services, banks and cards that show one score. */
export const oneScoreReports = (): MadeReport[] => [
  pdfReport(
    'credit-sesame',
    [
      [
        at(50, 50, 'Credit Sesame', 20),
        at(50, 100, 'Your credit score', 12),
        at(50, 150, '664', 40),
        at(50, 175, 'Fair'),
        at(50, 191, 'TransUnion VantageScore 3.0'),
        at(50, 207, 'Last updated: Nov 2, 2026'),
        at(50, 250, 'Your goal', 12),
        at(50, 280, '720', 20),
      ],
    ],
    {
      scores: [{ score: 664, model: 'VantageScore 3.0', bureau: 'TransUnion' }],
      date: '2026-11-02',
    },
  ),
  pdfReport(
    'bank-app-fico-9',
    [
      [
        at(50, 50, 'Mesa Credit Union', 18),
        at(50, 80, 'Your FICO® Score 9', 12),
        at(50, 130, '776', 36),
        at(50, 150, 'Provided by Experian as of October 15, 2026'),
        at(50, 200, 'Average FICO® Score of our members', 12),
        at(50, 240, '715', 24),
      ],
    ],
    { scores: [{ score: 776, model: 'FICO Score 9', bureau: 'Experian' }], date: '2026-10-15' },
  ),
  pdfReport(
    'card-statement-fico',
    [
      [
        at(50, 50, 'Plains Card statement', 16),
        ...row(90, [
          [50, 'Account number ending in'],
          [300, '742'],
        ]),
        ...row(106, [
          [50, 'Credit limit'],
          [300, '$800'],
        ]),
        at(50, 150, 'Your FICO® Bankcard Score 8 is 733 as of 11/01/2026.'),
        at(50, 170, 'Data from TransUnion. FICO Bankcard Scores range from 250 to 900.'),
      ],
    ],
    {
      scores: [{ score: 733, model: 'FICO Bankcard Score 8', bureau: 'TransUnion' }],
      date: '2026-11-01',
    },
  ),
  pdfReport(
    'wallethub-two-columns',
    [
      [
        at(50, 50, 'WalletHub', 18),
        at(50, 100, 'Credit Score', 12),
        at(50, 140, '687', 32),
        at(50, 160, 'VantageScore 3.0, TransUnion'),
        ...lines(330, 90, [
          'What is a good score?',
          'Most lenders look for a score of',
          '700',
          'or more. The average score in',
          'Colorado is 728.',
        ]),
      ],
    ],
    { scores: [{ score: 687, model: 'VantageScore 3.0', bureau: 'TransUnion' }] },
  ),
  pdfReport(
    'bank-letter',
    [
      [
        at(50, 60, 'Front Range Bank', 16),
        ...lines(50, 120, [
          'Dear Noor Haddad,',
          'Your credit score is 668. We used it to set the terms of your loan.',
          'Your score came from Equifax on 09/30/2026. Scores range from 300 to 850.',
        ]),
      ],
    ],
    { scores: [{ score: 668, model: null, bureau: 'Equifax' }] },
  ),
]
