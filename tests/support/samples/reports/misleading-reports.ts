import { accounts, at, bands, lines, pdfReport, row, type MadeReport } from './made-report'

const own = { score: 742, model: 'FICO Score 8', bureau: 'Experian' } as const

/** Pages on which scores are spoken of, but hardly one of the person's own. */
export const misleadingReports = (): MadeReport[] => [
  pdfReport(
    'ranges-only',
    [
      [
        at(50, 60, 'Experian FICO® Score 8', 16),
        ...bands(100),
        at(50, 150, 'FICO® Score: 300-850'),
      ],
    ],
    {},
  ),
  pdfReport(
    'stacked-scale',
    [
      [
        at(50, 60, 'FICO® Score 8', 14),
        ...lines(50, 90, ['800', '740', '670', '580'], 12),
        ...lines(100, 90, ['Exceptional', 'Very Good', 'Good', 'Fair'], 12),
      ],
    ],
    {},
  ),
  pdfReport(
    'empty-gauge',
    [
      [
        at(260, 100, 'Your FICO® Score 8'),
        ...row(150, [
          [120, '300'],
          [300, '–'],
          [450, '850'],
        ]),
      ],
    ],
    {},
  ),
  pdfReport(
    'split-range',
    [
      [
        at(50, 60, 'Your credit score'),
        ...row(80, [
          [50, '670'],
          [90, '–'],
          [120, '739'],
        ]),
      ],
    ],
    {},
  ),
  pdfReport(
    'state-average',
    [
      [
        at(50, 60, 'Average FICO® Score 8 in your state'),
        at(50, 90, '712', 24),
        at(50, 130, 'National average'),
        at(50, 145, 'FICO® Score 8'),
        at(50, 172, '715', 24),
      ],
    ],
    {},
  ),
  pdfReport(
    'thresholds',
    [
      lines(50, 60, [
        'Scores of 720 or above qualify for the best rates.',
        'You need a FICO® Score of at least 680. A FICO® Score of 740 is very good.',
        'If your FICO® Score is 640, you may be asked for more documents.',
        'Lenders often want a FICO® Score of',
        '700',
        'Your score could be 760 in six months.',
        'Minimum credit score: 680',
      ]),
    ],
    {},
  ),
  pdfReport(
    'history',
    [
      [
        at(50, 60, 'FICO® Score 8 history', 14),
        ...row(90, [
          [50, 'Date'],
          [200, 'FICO® Score 8'],
        ]),
        ...row(106, [
          [50, 'Oct 12, 2026'],
          [200, '738'],
        ]),
        ...row(122, [
          [50, 'Sep 12, 2026'],
          [200, '731'],
        ]),
        ...row(138, [
          [50, 'Aug 12, 2026'],
          [200, '729'],
        ]),
      ],
    ],
    {},
  ),
  pdfReport(
    'contradiction',
    [[at(50, 60, 'Experian FICO® Score 8: 742'), at(50, 90, 'Experian FICO® Score 8: 698')]],
    {},
  ),
  pdfReport(
    'joint-report-one-page',
    [
      [
        at(50, 50, 'Joint credit report', 16),
        ...row(90, [
          [50, 'Borrower'],
          [300, 'Co-Borrower'],
        ]),
        ...row(106, [
          [50, 'ROSA DELGADO'],
          [300, 'MIGUEL DELGADO'],
        ]),
        ...row(140, [
          [50, 'FICO® Score 8: 742'],
          [300, 'FICO® Score 8: 655'],
        ]),
      ],
    ],
    {},
  ),
  pdfReport(
    'spouse-on-second-page',
    [
      [at(50, 50, 'Report for: Rosa Delgado'), at(50, 90, 'Experian FICO® Score 8: 742')],
      [at(50, 50, 'Spouse'), at(50, 90, 'Experian FICO® Score 8: 611')],
      [at(50, 50, 'More scores'), at(50, 90, 'Experian FICO® Score 9: 604')],
    ],
    { scores: [own], person: 'Rosa Delgado' },
  ),
  pdfReport(
    'two-names-on-a-page',
    [
      [
        at(50, 50, 'Name: Rosa Delgado'),
        at(50, 80, 'Name: Miguel Delgado'),
        at(50, 120, 'Experian FICO® Score 8: 742'),
      ],
    ],
    {},
  ),
  pdfReport(
    'household',
    [[at(50, 50, 'Your household'), at(50, 90, 'Her score'), at(50, 115, '711', 20)]],
    {},
  ),
  pdfReport(
    'factors-and-numbers',
    [
      [
        at(50, 50, 'Your score factors', 14),
        ...row(80, [
          [50, 'Score factor code'],
          [250, '318'],
        ]),
        ...row(96, [
          [50, 'Accounts reviewed'],
          [250, '742'],
        ]),
        ...row(112, [
          [50, 'File number'],
          [250, '655'],
        ]),
        ...row(128, [
          [50, 'Phone'],
          [250, '800 742 1200'],
        ]),
      ],
      accounts(80),
    ],
    {},
  ),
  pdfReport(
    'no-score-available',
    [
      [
        at(50, 50, 'IdentityIQ', 16),
        ...row(90, [
          [230, 'TransUnion'],
          [350, 'Experian'],
          [470, 'Equifax'],
        ]),
        ...row(110, [
          [50, 'Credit Score:'],
          [230, 'N/A'],
          [350, 'N/A'],
          [470, 'N/A'],
        ]),
        ...row(126, [
          [50, 'Balance:'],
          [230, '742'],
          [350, '655'],
          [470, '701'],
        ]),
      ],
    ],
    {},
  ),
  pdfReport(
    'other-scores',
    [
      [
        at(50, 50, 'Your insurance score: 742'),
        at(50, 80, 'Quiz score: 480'),
        at(50, 110, 'Business credit risk score: 610'),
        at(50, 140, 'Previous credit score: 701'),
      ],
    ],
    {},
  ),
  pdfReport(
    'several-dates',
    [
      [
        at(50, 50, 'Experian', 16),
        at(50, 80, 'Date of birth: 04/12/1981'),
        at(50, 96, 'Member since March 2, 2019'),
        at(50, 112, 'Account opened 06/01/2020, last reported 10/31/2026'),
        at(50, 128, 'Report date: 11/15/2026'),
        at(50, 160, 'FICO® Score 8: 742'),
      ],
    ],
    { scores: [own], date: '2026-11-15' },
  ),
]
