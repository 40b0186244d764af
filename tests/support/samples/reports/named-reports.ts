import { mimeTypes } from '@shared/file-kinds'
import { drawPdf, whole, type MadeReport } from './made-report'
import { paragraph, wordReport } from './word-reports'

export interface NamedReport extends MadeReport {
  account: { firstName: string; lastName: string }
  /** What must be noticed about the name, seen from that account. */
  mark: 'name-differs' | 'name-unread' | null
}

const inWord = (line: string) =>
  wordReport(line, [line, 'Experian', 'FICO Score 8: 742'].map(paragraph).join(''), {})

const drawn = (name: string, ...lines: string[]): MadeReport => ({
  name,
  type: mimeTypes.pdf,
  bytes: drawPdf(
    ['page', ...lines, '120: 50 Experian FICO® Score 8', '160 @30: 50 742'].join('\n'),
  ),
  truth: whole({}),
  isHostile: false,
})

/** Ways to say whose report it is, in PDF and in Word. */
const layouts: ((written: string) => MadeReport)[] = [
  (written) => drawn(written, `50: 50 Prepared for: ${written}`),
  (written) => drawn(written, '50 @9: 50 Prepared For', `64: 50 ${written}`),
  (written) => drawn(written, `50: 50 Consumer name: ¦ 160 ${written}`),
  (written) => inWord(`Name: ${written}`),
  (written) => inWord(`Credit report for ${written}`),
]
type Row = [firstName: string, lastName: string, written: string]

const same: Row[] = [
  ['José', 'García', 'JOSE GARCIA'],
  ['Jose', 'Garcia', 'José García'],
  ['Jörg', 'Müller', 'JORG MULLER'],
  ['Jörg', 'Müller', 'Joerg Mueller'],
  ['Ana', 'Muñoz Vega', 'Ana Muñoz'],
  ['Ana', 'Muñoz Vega', 'ANA VEGA'],
  ['Ana', 'Vega', 'Ana Muñoz-Vega'],
  ['Maria', 'de la Cruz', 'MARIA DELACRUZ'],
  ['Jan', 'van der Berg', 'Jan van der Berg'],
  ['Jan', 'van der Berg', 'BERG, JAN VAN DER'],
  ['Rosa', 'Miller', 'rosa miller'],
  ['Rosa', 'Miller', 'ROSA MILLER, JR'],
  ['Rosa', 'Miller', 'Miller, Rosa Maria III'],
  ['Pat', 'O’Neil', "PAT O'NEIL"],
  ['Pat', 'O’Neil', 'PAT ONEIL'],
  ['Mary-Ann', 'Weiß', 'MARYANN WEISS'],
  ['Łukasz', 'Żółć', 'LUKASZ ZOLC'],
  ['Øyvind', 'Sørlie', 'OYVIND SORLIE'],
  ['Þóra', 'Æsa', 'THORA AESA'],
  ['Иван', 'Петров', 'ИВАН ПЕТРОВ'],
  ['伟', '张', '张 伟'],
  ['Una', 'Tester', 'Una Tester on November 12, 2026'],
  ['Una', 'Tester', 'TESTER/UNA'],
  ['Maria Fernanda', 'Lopes da Silva', 'Maria Fernanda dos Santos Lopes da Silva'],
]

const differing: Row[] = [
  ...[
    'José García',
    'JOSÉ GARCÍA',
    'Jörg Müller',
    'Ana Muñoz',
    'Maria de la Cruz',
    'Jan van der Berg',
    'rosa miller',
    'Suharto',
    'ROSA MILLER, JR',
    'Maria Fernanda dos Santos Lopes da Silva',
    'Nguyễn Thị Minh Khai',
    'Иван Петров',
    'محمد علي',
    '张伟',
    'Łukasz Żółć',
    'O’Neil',
    'd’artagnan',
    'PAT-ANN ST. JOHN',
    'Dr. Rosa Miller, PhD',
    'MILLER/ROSA',
    'José García, 12 Main Street',
  ].map((written): Row => ['Una', 'Tester', written]),
  ['Maria', 'de la Cruz', 'Maria de la Rosa'],
  ['Paul', 'Miller', 'Paula Miller'],
  ['Rosa', 'Delgado', 'MIGUEL R DELGADO'],
  ['Рита', 'Петрова', 'Раиса Петрова'],
  ['रीता', 'शर्मा', 'रता शर्मा'],
  ['Jan', 'van der Berg', 'Jan van der Meer'],
]

const unread: Row[] = [
  '4411-7420',
  'Una Tester & Pat Tester',
  'R0sa M1ller',
  '???',
  'Jimmy Page',
].map((written) => ['Una', 'Tester', written])

/** A report of each name, as it is written, on the account of a person. */
export const namedReports = (): NamedReport[] =>
  (
    [
      [null, same],
      ['name-differs', differing],
      ['name-unread', unread],
    ] as const
  ).flatMap(([mark, rows]) =>
    rows.map(([firstName, lastName, written], index) => {
      // The font of these PDFs has the letters of Western Europe.
      const ways = /^[\x20-\xff’]*$/.test(written) ? layouts : layouts.slice(3)
      const build = ways[index % ways.length] ?? inWord
      return { ...build(written), name: written, account: { firstName, lastName }, mark }
    }),
  )
