import { at, lines, pdfReport, row, type MadeReport } from './made-report'

const own = { score: 742, model: 'FICO Score 8', bureau: 'Experian' } as const

/** Figures that only look as if they were the person's own. */
export const lookalikeReports = (): MadeReport[] => [
  pdfReport(
    'somebody-elses-row',
    [
      [
        at(50, 50, 'Report for: Rosa Delgado'),
        ...row(90, [
          [50, 'Person'],
          [220, 'Credit Score'],
        ]),
        ...row(106, [
          [50, 'Miguel Delgado'],
          [220, '655'],
        ]),
      ],
    ],
    {},
  ),
  pdfReport(
    'names-right-of-scores',
    [[at(50, 90, 'Credit Score'), at(50, 120, '655', 20), at(110, 120, 'Miguel Delgado')]],
    {},
  ),
  pdfReport(
    'for-two-people',
    [
      [
        at(50, 50, 'Prepared for Rosa Delgado and Miguel Delgado'),
        at(50, 90, 'FICO® Score 8: 655'),
      ],
    ],
    {},
  ),
  pdfReport(
    'another-persons-printout',
    [
      [at(50, 50, 'Report for: Rosa Delgado'), at(50, 90, 'Experian FICO® Score 8: 742')],
      [at(50, 50, 'Hi, Miguel!'), at(50, 90, 'Experian FICO® Score 9: 655')],
    ],
    { scores: [own], person: 'Rosa Delgado' },
  ),
  pdfReport(
    'lessons-in-labels',
    [
      lines(50, 60, [
        'Good credit score: 700',
        'A fair credit score: 640',
        'Why your credit score is 700 and not more',
        'Is your credit score 700?',
        'Score 760 or better to win',
        '2nd borrower credit score: 701',
      ]),
    ],
    {},
  ),
  pdfReport(
    'disclosure-notice',
    [
      [
        at(50, 50, 'Credit score disclosure', 14),
        ...lines(50, 80, [
          'Your credit score is a number that reflects the information in your credit report.',
          'Scores range from a low of 334 to a high of',
          '818.',
        ]),
        at(50, 130, 'Your credit score'),
        at(50, 160, '712', 20),
        at(50, 180, 'VantageScore 3.0, Equifax'),
      ],
    ],
    { scores: [{ score: 712, model: 'VantageScore 3.0', bureau: 'Equifax' }] },
  ),
  pdfReport(
    'history-of-bureaus',
    [
      [
        at(50, 60, 'Score history', 14),
        ...row(84, [
          [50, 'Month'],
          [200, 'FICO® Score 8'],
          [330, 'From'],
        ]),
        ...row(100, [
          [50, 'Oct 12, 2026'],
          [200, '738'],
          [330, 'Experian'],
        ]),
        ...row(116, [
          [50, 'Sep 12, 2026'],
          [200, '731'],
          [330, 'Equifax'],
        ]),
        ...row(132, [
          [50, 'Aug 12, 2026'],
          [200, '729'],
          [330, 'TransUnion'],
        ]),
      ],
    ],
    {},
  ),
  pdfReport(
    'legend',
    [
      [
        at(50, 60, 'Credit Score'),
        ...row(80, [
          [50, 'Poor'],
          [150, 'Fair'],
          [250, 'Good'],
        ]),
        ...row(94, [
          [50, '500'],
          [150, '600'],
          [250, '700'],
        ]),
      ],
    ],
    {},
  ),
  pdfReport(
    'you-and-others',
    [
      [
        ...row(60, [
          [50, 'You'],
          [150, 'Average'],
          [250, 'Your city'],
        ]),
        ...row(90, [
          [50, '742'],
          [150, '715'],
          [250, '731'],
        ]),
        at(50, 120, 'VantageScore 3.0'),
      ],
    ],
    {},
  ),
  pdfReport(
    'old-and-new',
    [
      [
        at(50, 60, 'Experian', 14),
        at(50, 90, 'FICO® Score 8 as of Jan 3, 2026: 702'),
        at(50, 110, 'FICO® Score 8 as of Nov 3, 2026: 742'),
      ],
    ],
    {},
  ),
  pdfReport(
    'sample-page',
    [
      [at(50, 50, 'Sample credit report', 18), at(50, 90, 'Your FICO® Score 8: 742')],
      [at(120, 500, 'SAMPLE', 80), at(50, 90, 'Your FICO® Score 9: 750')],
    ],
    {},
  ),
  pdfReport(
    'sample-watermark',
    [[at(50, 90, 'Your FICO® Score 8: 742'), { ...at(120, 600, 'SAMPLE', 90), angle: 45 }]],
    {},
  ),
  pdfReport(
    'lesson',
    [
      lines(50, 60, [
        'Understanding your credit score',
        'For example, say your credit score is 742.',
        'Suppose your FICO® Score is 690. Then 65% of people have a higher one.',
        'What is a FICO® Score? 700',
      ]),
    ],
    {},
  ),
  pdfReport(
    'hidden-outside-the-page',
    [
      [
        at(50, -200, 'Your FICO® Score 8: 849'),
        at(50, 60, 'Experian report'),
        at(50, 80, 'No score here at all'),
      ],
    ],
    {},
  ),
  pdfReport(
    'too-small-to-read',
    [[at(50, 60, 'Your FICO® Score 8: 849', 1), at(50, 90, 'Experian report without a score')]],
    {},
  ),
  pdfReport(
    'simulator',
    [
      [
        at(50, 60, 'Score simulator', 14),
        ...row(90, [
          [50, 'If you pay off your card'],
          [300, '768'],
        ]),
        ...row(110, [
          [50, 'Estimated VantageScore 3.0'],
          [300, '755'],
        ]),
        at(50, 150, 'Your goal score'),
        at(50, 175, '800', 20),
      ],
    ],
    {},
  ),
  pdfReport(
    'household-member-below',
    [
      [
        at(50, 50, 'Family Credit Watch', 16),
        at(50, 80, 'Plan owner: Marisol Okafor'),
        at(50, 120, 'Daniel’s score', 12),
        at(50, 150, '812', 30),
        at(50, 176, 'VantageScore 3.0, TransUnion'),
      ],
    ],
    {},
  ),
  pdfReport(
    'old-scale-of-vantage',
    [
      [
        at(50, 50, 'Your VantageScore 2.0', 14),
        at(50, 90, '843', 30),
        at(50, 120, 'On a scale from 501 to 990'),
      ],
    ],
    {},
  ),
]
