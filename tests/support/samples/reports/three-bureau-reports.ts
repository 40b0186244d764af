import { accounts, at, bands, lines, pdfReport, row, type MadeReport } from './made-report'

const three = [230, 350, 470] as const
const cells = (label: string, values: readonly [string, string, string]) =>
  [[50, label], ...three.map((x, index) => [x, values[index] ?? ''] as const)] as const

/** In the manner of services that show the scores of several bureaus side by side. */
export const threeBureauReports = (): MadeReport[] => [
  pdfReport(
    'myfico-three-cards',
    [
      [
        at(50, 50, 'myFICO 3-bureau report', 18),
        at(50, 80, 'Report for: Rosa Delgado'),
        at(50, 96, 'Report generated on November 9, 2026'),
        ...row(150, cells('', ['Equifax', 'TransUnion', 'Experian']), 12),
        ...row(200, cells('', ['731', '744', '739']), 30),
        ...row(222, cells('', ['FICO® Score 8', 'FICO® Score 8', 'FICO® Score 8'])),
        ...row(240, cells('', ['Good', 'Very Good', 'Good'])),
        ...bands(300),
      ],
      accounts(80),
    ],
    {
      scores: [
        { score: 731, model: 'FICO Score 8', bureau: 'Equifax' },
        { score: 744, model: 'FICO Score 8', bureau: 'TransUnion' },
        { score: 739, model: 'FICO Score 8', bureau: 'Experian' },
      ],
      date: '2026-11-09',
      person: 'Rosa Delgado',
    },
  ),
  pdfReport(
    'myfico-all-models',
    [
      [
        at(50, 50, 'FICO® Scores for Samuel Okafor', 16),
        ...row(100, cells('Model', ['Equifax', 'TransUnion', 'Experian'])),
        ...row(120, cells('FICO® Score 8', ['690', '702', '697'])),
        ...row(140, cells('FICO® Score 9', ['694', '708', '701'])),
        ...row(160, cells('FICO® Auto Score 8', ['681', '699', '690'])),
        ...row(180, cells('FICO® Score 2', ['--', '--', '677'])),
      ],
    ],
    {
      scores: [
        { score: 690, model: 'FICO Score 8', bureau: 'Equifax' },
        { score: 702, model: 'FICO Score 8', bureau: 'TransUnion' },
        { score: 697, model: 'FICO Score 8', bureau: 'Experian' },
        { score: 694, model: 'FICO Score 9', bureau: 'Equifax' },
        { score: 708, model: 'FICO Score 9', bureau: 'TransUnion' },
        { score: 701, model: 'FICO Score 9', bureau: 'Experian' },
        { score: 681, model: 'FICO Auto Score 8', bureau: 'Equifax' },
        { score: 699, model: 'FICO Auto Score 8', bureau: 'TransUnion' },
        { score: 690, model: 'FICO Auto Score 8', bureau: 'Experian' },
        { score: 677, model: 'FICO Score 2', bureau: 'Experian' },
      ],
      person: 'Samuel Okafor',
    },
  ),
  pdfReport(
    'credit-karma',
    [
      [
        at(50, 50, 'Credit Karma', 20),
        at(80, 110, 'TransUnion', 12),
        at(330, 110, 'Equifax', 12),
        at(80, 160, '712', 40),
        at(330, 160, '718', 40),
        at(80, 184, 'Good'),
        at(330, 184, 'Good'),
        at(80, 200, 'VantageScore 3.0'),
        at(330, 200, 'VantageScore 3.0'),
        at(80, 216, 'Updated Nov 19, 2026'),
        at(330, 216, 'Updated Nov 19, 2026'),
        ...lines(80, 270, ['Scores of 720 or above get the best offers.']),
      ],
    ],
    {
      scores: [
        { score: 712, model: 'VantageScore 3.0', bureau: 'TransUnion' },
        { score: 718, model: 'VantageScore 3.0', bureau: 'Equifax' },
      ],
      date: '2026-11-19',
    },
  ),
  pdfReport(
    'identityiq-table',
    [
      [
        at(50, 50, 'IdentityIQ credit report and scores', 16),
        ...row(80, [
          [50, 'Report Date:'],
          [150, '11/05/2026'],
        ]),
        ...row(96, [
          [50, 'Name:'],
          [150, 'DANA L WHITFIELD'],
        ]),
        ...row(150, cells('', ['TransUnion', 'Experian', 'Equifax'])),
        ...row(170, cells('Credit Score:', ['622', '640', '615'])),
        ...row(186, cells('Lender Rank:', ['Fair', 'Fair', 'Poor'])),
        ...row(202, cells('Score Scale:', ['300-850', '300-850', '300-850'])),
        ...row(
          218,
          cells('Score Type:', ['VantageScore 3.0', 'VantageScore 3.0', 'VantageScore 3.0']),
        ),
        at(50, 260, 'Risk factors', 12),
        ...row(280, cells('Factors', ['38', '14', '31'])),
      ],
      accounts(80),
    ],
    {
      scores: [
        { score: 622, model: 'VantageScore 3.0', bureau: 'TransUnion' },
        { score: 640, model: 'VantageScore 3.0', bureau: 'Experian' },
        { score: 615, model: 'VantageScore 3.0', bureau: 'Equifax' },
      ],
      date: '2026-11-05',
      person: 'DANA L WHITFIELD',
    },
  ),
  pdfReport(
    'identityiq-one-missing',
    [
      [
        at(50, 50, 'IdentityIQ', 16),
        ...row(150, cells('', ['TransUnion', 'Experian', 'Equifax'])),
        ...row(170, cells('Credit Score:', ['N/A', '671', 'N/A'])),
        ...row(186, cells('Score Scale:', ['300-850', '300-850', '300-850'])),
      ],
    ],
    { scores: [{ score: 671, model: null, bureau: 'Experian' }] },
  ),
  pdfReport(
    'smartcredit-smart-3b',
    [
      [
        at(50, 50, 'SmartCredit 3B Report', 18),
        at(50, 80, 'Prepared for Noor Haddad'),
        at(50, 96, 'As of 11/14/2026'),
        at(50, 140, 'VantageScore® 3.0'),
        ...row(170, [
          [50, 'TransUnion'],
          [160, '699'],
        ]),
        ...row(190, [
          [50, 'Experian'],
          [160, '703'],
        ]),
        ...row(210, [
          [50, 'Equifax'],
          [160, '695'],
        ]),
      ],
    ],
    {
      scores: [
        { score: 699, model: 'VantageScore 3.0', bureau: 'TransUnion' },
        { score: 703, model: 'VantageScore 3.0', bureau: 'Experian' },
        { score: 695, model: 'VantageScore 3.0', bureau: 'Equifax' },
      ],
      date: '2026-11-14',
      person: 'Noor Haddad',
    },
  ),
  pdfReport(
    'privacyguard-labels-right',
    [
      [
        at(50, 50, 'PrivacyGuard', 18),
        at(50, 100, '728', 30),
        at(130, 95, 'Equifax'),
        at(50, 150, '733', 30),
        at(130, 145, 'Experian'),
        at(50, 200, '721', 30),
        at(130, 195, 'TransUnion'),
        at(50, 240, 'Credit scores are VantageScore 3.0.'),
      ],
    ],
    {
      scores: [
        { score: 728, model: 'VantageScore 3.0', bureau: 'Equifax' },
        { score: 733, model: 'VantageScore 3.0', bureau: 'Experian' },
        { score: 721, model: 'VantageScore 3.0', bureau: 'TransUnion' },
      ],
    },
  ),
  pdfReport(
    'myscoreiq-fico',
    [
      [
        at(50, 50, 'MyScoreIQ', 18),
        at(50, 78, 'Member Name: Samuel Okafor'),
        ...row(120, cells('FICO® Score 8', ['Equifax', 'Experian', 'TransUnion'])),
        ...row(140, cells('Score', ['748', '752', '741'])),
        ...row(156, cells('Date', ['11/07/2026', '11/07/2026', '11/07/2026'])),
      ],
    ],
    {
      scores: [
        { score: 748, model: 'FICO Score 8', bureau: 'Equifax' },
        { score: 752, model: 'FICO Score 8', bureau: 'Experian' },
        { score: 741, model: 'FICO Score 8', bureau: 'TransUnion' },
      ],
      date: '2026-11-07',
      person: 'Samuel Okafor',
    },
  ),
  pdfReport(
    'mortgage-tri-merge',
    [
      [
        at(50, 50, 'Merged infile credit report', 16),
        ...row(80, [
          [50, 'Applicant'],
          [150, 'DELGADO, ROSA'],
        ]),
        ...row(96, [
          [50, 'Date ordered'],
          [150, '2026-10-21'],
        ]),
        ...lines(50, 150, [
          'EQUIFAX FICO SCORE 5: 709',
          'TRANSUNION FICO SCORE 4: 716',
          'EXPERIAN FICO SCORE 2: 722',
        ]),
      ],
      accounts(80),
    ],
    {
      scores: [
        { score: 709, model: 'FICO Score 5', bureau: 'Equifax' },
        { score: 716, model: 'FICO Score 4', bureau: 'TransUnion' },
        { score: 722, model: 'FICO Score 2', bureau: 'Experian' },
      ],
      date: '2026-10-21',
      person: 'DELGADO, ROSA',
    },
  ),
]
