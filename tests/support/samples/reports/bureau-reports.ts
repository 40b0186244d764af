import { accounts, at, bands, lines, pdfReport, row, type MadeReport } from './made-report'

/** In the manner of the three bureaus' own pages and mailed reports. */
export const bureauReports = (): MadeReport[] => [
  pdfReport(
    'experian-gauge',
    [
      [
        at(50, 60, 'Experian', 20),
        at(50, 90, 'Prepared for: Rosa Delgado'),
        at(50, 105, 'Date generated: Nov 12, 2026'),
        at(260, 180, 'FICO® Score 8', 12),
        at(265, 240, '742', 48),
        at(270, 262, 'Very Good', 11),
        at(120, 290, '300'),
        at(450, 290, '850'),
        ...bands(330),
        ...lines(50, 400, [
          'A FICO® Score of 720 or above is better than the average score of US consumers.',
          'About 25% of consumers have a score between 740 and 799.',
        ]),
      ],
      accounts(80),
    ],
    {
      scores: [{ score: 742, model: 'FICO Score 8', bureau: 'Experian' }],
      date: '2026-11-12',
      person: 'Rosa Delgado',
    },
  ),
  pdfReport(
    'experian-inline',
    [
      [
        at(50, 60, 'Experian credit report', 18),
        ...lines(50, 100, ['Name', 'ROSA M DELGADO']),
        ...row(140, [
          [50, 'Report date'],
          [160, '11/03/2026'],
        ]),
        at(50, 190, 'FICO® Score 8 based on Experian data: 701'),
        at(50, 210, 'Score range: 300-850'),
        ...lines(50, 240, [
          'Your score factors',
          '1. You have 3 accounts opened in the last 700 days.',
          '2. Your balances are 64% of your limits.',
        ]),
      ],
      accounts(80),
    ],
    {
      scores: [{ score: 701, model: 'FICO Score 8', bureau: 'Experian' }],
      date: '2026-11-03',
      person: 'ROSA M DELGADO',
    },
  ),
  pdfReport(
    'experian-sentence',
    [
      [
        at(50, 60, 'Experian CreditWorks', 18),
        at(50, 100, 'Hello, Noor'),
        at(50, 130, 'Your FICO® Score 8 from Experian is 688. It is above the national average.'),
      ],
    ],
    { scores: [{ score: 688, model: 'FICO Score 8', bureau: 'Experian' }] },
  ),
  pdfReport(
    'experian-without-score',
    [
      [
        at(50, 60, 'Experian annual credit report', 18),
        at(50, 90, 'Prepared for: Rosa Delgado'),
        ...lines(50, 120, [
          'This report contains no credit score. You may buy one for $7.95.',
          'Scores usually range from 300 to 850. Lenders decide which scores they accept.',
        ]),
      ],
      accounts(80),
    ],
    {},
  ),
  pdfReport(
    'equifax-core',
    [
      [
        at(50, 50, 'EQUIFAX', 22),
        ...row(90, [
          [50, 'Consumer Name:'],
          [170, 'Samuel Okafor'],
        ]),
        ...row(106, [
          [50, 'Report Date:'],
          [170, 'October 30, 2026'],
        ]),
        at(50, 160, 'VantageScore® 3.0', 14),
        at(50, 215, '655', 44),
        at(140, 215, 'Fair', 14),
        at(50, 240, 'Out of 850'),
        ...bands(280),
      ],
      accounts(80),
    ],
    {
      scores: [{ score: 655, model: 'VantageScore 3.0', bureau: 'Equifax' }],
      date: '2026-10-30',
      person: 'Samuel Okafor',
    },
  ),
  pdfReport(
    'equifax-credit-score',
    [
      [
        at(50, 50, 'Equifax Credit Report and Score', 18),
        at(50, 80, 'As of: Nov 1, 2026'),
        ...row(130, [
          [50, 'Credit Score'],
          [300, '719'],
        ]),
        ...row(146, [
          [50, 'Number of accounts'],
          [300, '314'],
        ]),
        ...row(162, [
          [50, 'Total balance'],
          [300, '805'],
        ]),
      ],
    ],
    { scores: [{ score: 719, model: null, bureau: 'Equifax' }], date: '2026-11-01' },
  ),
  pdfReport(
    'transunion-score',
    [
      [
        at(50, 50, 'TransUnion', 20),
        at(50, 80, 'Welcome back, Dana Whitfield!'),
        at(50, 120, 'VantageScore® 3.0 Credit Score', 13),
        at(50, 175, '805', 46),
        at(50, 200, 'Excellent'),
        at(50, 216, 'Calculated on Nov 18, 2026'),
        at(50, 250, 'Your score is higher than 92% of people.'),
      ],
    ],
    {
      scores: [{ score: 805, model: 'VantageScore 3.0', bureau: 'TransUnion' }],
      date: '2026-11-18',
      person: 'Dana Whitfield',
    },
  ),
  pdfReport(
    'transunion-ratio',
    [
      [
        at(50, 50, 'TransUnion Credit Monitoring', 18),
        at(50, 100, 'Your credit score'),
        at(50, 130, '736 out of 850', 20),
        at(50, 160, 'Based on VantageScore 4.0'),
        at(50, 180, 'Updated on 11/20/2026'),
      ],
    ],
    {
      scores: [{ score: 736, model: 'VantageScore 4.0', bureau: 'TransUnion' }],
      date: '2026-11-20',
    },
  ),
  pdfReport(
    'perfect-score',
    [
      [
        at(50, 60, 'Experian', 20),
        at(50, 100, 'FICO® Score 8: 850'),
        at(50, 120, 'Score range 300 to 850'),
      ],
    ],
    { scores: [{ score: 850, model: 'FICO Score 8', bureau: 'Experian' }] },
  ),
]
