import { at, lines, pdfReport, row, type MadeReport } from '../made-report'

const person = 'Marisol Okafor'

/** Reports of services and lenders that say plainly what they know. */
export const clearReports = (): MadeReport[] => [
  pdfReport(
    'card-issuer-scorecard',
    [
      [
        at(40, 40, 'Your Credit Scorecard', 22),
        at(40, 70, 'Hello, Marisol'),
        at(60, 130, '789', 44),
        at(60, 160, 'FICO® Score 8'),
        at(60, 176, 'Exceptional'),
        ...lines(40, 210, ['Data as of October 30, 2026', 'Provided by Experian']),
        ...row(300, [
          [40, 'Total accounts'],
          [180, 'Length of credit'],
          [320, 'Inquiries'],
          [440, 'Revolving utilization'],
        ]),
        ...row(316, [
          [40, '14'],
          [180, '17 years'],
          [320, '1'],
          [440, '6%'],
        ]),
      ],
    ],
    { scores: [{ score: 789, model: 'FICO Score 8', bureau: 'Experian' }], date: '2026-10-30' },
  ),
  pdfReport(
    'bank-score-journey',
    [
      [
        at(50, 50, 'Credit Journey', 20),
        ...row(96, [
          [50, 'VantageScore® 3.0'],
          [400, 'Updated 11/05/2026'],
        ]),
        at(50, 140, '754', 40),
        at(50, 165, 'by Experian™'),
        ...lines(50, 220, [
          'Payment history: 100%',
          'Credit usage: 11%',
          'Age of credit: 9 yrs, 4 mos',
          'Total balances: $8,754',
        ]),
      ],
    ],
    { scores: [{ score: 754, model: 'VantageScore 3.0', bureau: 'Experian' }], date: '2026-11-05' },
  ),
  pdfReport(
    'risk-based-pricing-notice',
    [
      [
        at(50, 40, 'High Prairie Federal Credit Union', 14),
        at(50, 60, 'Your Credit Score and the Price You Pay for Credit', 13),
        at(50, 90, 'Marisol Okafor'),
        at(50, 120, 'Your Credit Score', 12),
        ...row(140, [
          [50, 'Your credit score'],
          [300, '711'],
        ]),
        ...row(156, [
          [50, 'Source'],
          [300, 'Experian'],
        ]),
        ...row(172, [
          [50, 'Date'],
          [300, 'October 14, 2026'],
        ]),
        at(50, 210, 'Understanding Your Credit Score', 12),
        ...lines(50, 230, [
          'Your credit score is a number that reflects the information in your credit report.',
          'Scores range from a low of 300 to a high of 850.',
          'Your credit score ranks higher than 43 percent of U.S. consumers.',
        ]),
      ],
    ],
    { scores: [{ score: 711, model: null, bureau: 'Experian' }], date: '2026-10-14', person },
  ),
  pdfReport(
    'mortgage-tri-merge',
    [
      [
        at(50, 40, 'MERGED INFILE CREDIT REPORT', 14),
        ...row(70, [
          [50, 'BORROWER: OKAFOR, MARISOL'],
          [360, 'DATE COMPLETED: 10/21/2026'],
        ]),
        at(50, 110, 'SCORE INFORMATION', 12),
        ...row(130, [
          [50, 'EQUIFAX BEACON 5.0'],
          [300, '741'],
        ]),
        ...row(146, [
          [50, 'TRANSUNION FICO CLASSIC 04'],
          [300, '729'],
        ]),
        ...row(162, [
          [50, 'EXPERIAN FAIR ISAAC V2'],
          [300, '736'],
        ]),
        ...lines(50, 200, ['00040 SERIOUS DELINQUENCY', '00010 PROPORTION OF BALANCES TO LIMITS']),
      ],
    ],
    {
      scores: [
        { score: 741, model: 'FICO Score 5', bureau: 'Equifax' },
        { score: 729, model: 'FICO Score 4', bureau: 'TransUnion' },
        { score: 736, model: 'FICO Score 2', bureau: 'Experian' },
      ],
      date: '2026-10-21',
      person: 'OKAFOR, MARISOL',
    },
  ),
  pdfReport(
    'three-cards-in-a-row',
    [
      [
        at(40, 40, 'Your 3-Bureau FICO® Scores', 18),
        at(40, 64, 'Marisol Okafor | Report date: Nov 9, 2026'),
        ...row(
          110,
          [
            [70, 'TransUnion'],
            [260, 'Equifax'],
            [440, 'Experian'],
          ],
          14,
        ),
        ...row(
          150,
          [
            [75, '712'],
            [262, '705'],
            [444, '718'],
          ],
          30,
        ),
        ...row(172, [
          [70, 'FICO® Score 8'],
          [258, 'FICO® Score 8'],
          [440, 'FICO® Score 8'],
        ]),
        ...row(188, [
          [80, 'Good'],
          [268, 'Good'],
          [450, 'Good'],
        ]),
      ],
    ],
    {
      scores: [
        { score: 712, model: 'FICO Score 8', bureau: 'TransUnion' },
        { score: 705, model: 'FICO Score 8', bureau: 'Equifax' },
        { score: 718, model: 'FICO Score 8', bureau: 'Experian' },
      ],
      date: '2026-11-09',
      person,
    },
  ),
  pdfReport(
    'monitoring-table-with-scale-row',
    [
      [
        at(50, 40, 'CREDIT REPORT AND SCORES', 14),
        ...row(66, [
          [50, 'Reference #: 884201735'],
          [330, 'Report Date: 11/02/2026'],
        ]),
        at(50, 84, 'Consumer: MARISOL OKAFOR'),
        ...row(120, [
          [220, 'TransUnion'],
          [330, 'Experian'],
          [440, 'Equifax'],
        ]),
        ...row(138, [
          [50, 'Credit Score:'],
          [225, '698'],
          [335, '703'],
          [445, '691'],
        ]),
        ...row(154, [
          [50, 'Lender Rank:'],
          [225, 'Good'],
          [335, 'Good'],
          [445, 'Good'],
        ]),
        ...row(170, [
          [50, 'Score Scale:'],
          [225, '300-850'],
          [335, '300-850'],
          [445, '300-850'],
        ]),
        at(50, 200, 'Credit Score provided by VantageScore 3.0'),
      ],
    ],
    {
      scores: [
        { score: 698, model: 'VantageScore 3.0', bureau: 'TransUnion' },
        { score: 703, model: 'VantageScore 3.0', bureau: 'Experian' },
        { score: 691, model: 'VantageScore 3.0', bureau: 'Equifax' },
      ],
      date: '2026-11-02',
      person: 'MARISOL OKAFOR',
    },
  ),
  pdfReport(
    'two-dials-side-by-side',
    [
      [
        at(40, 40, 'Good afternoon, Marisol.', 18),
        ...row(
          100,
          [
            [90, '731'],
            [360, '726'],
          ],
          34,
        ),
        ...row(122, [
          [84, 'TransUnion'],
          [356, 'Equifax'],
        ]),
        ...row(138, [
          [84, 'out of 850'],
          [356, 'out of 850'],
        ]),
        at(40, 180, 'Calculated using VantageScore 3.0'),
        at(40, 196, 'Last checked: Nov 4, 2026'),
      ],
    ],
    {
      scores: [
        { score: 731, model: 'VantageScore 3.0', bureau: 'TransUnion' },
        { score: 726, model: 'VantageScore 3.0', bureau: 'Equifax' },
      ],
      date: '2026-11-04',
    },
  ),
]
