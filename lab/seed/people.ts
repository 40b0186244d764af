import type { Profile } from '@shared/accounts'
import type { EntrepreneurRequest } from '@shared/entrepreneurs'
import type { ReviewStatus } from '@shared/review'

export interface DemoPerson extends Profile {
  status: ReviewStatus
  proof: 'report' | 'login'
  /** Whoever was approved first has the longest wait for an introduction. */
  decidedDaysAgo: number
}

const names = [
  'Amelia Brandt',
  'Marcus Okafor',
  'Priya Raman',
  'Tomás Herrera',
  'Jo Kim',
  'Wendell Abernathy-Fitzgerald',
  'Noor Haddad',
  'Elise Fournier',
  'Dmitri Volkov',
  'Grace Whitfield',
  'Kenji Sato',
  'Ana Lucía Paredes',
  'Samuel Adeyemi',
  'Björk Þórsdóttir',
  'Rachel Stein',
  'Owen Gallagher',
  'Leilani Kealoha',
  'Nathaniel Brooks',
  'Fatima Zahra',
  'Carter Lindqvist',
  'Mei-Ling Chen',
  'Isaac Rosenthal',
  'Zofia Kowalska',
  'Darnell Washington',
  'Hugo Marchetti',
  'Layla Nasser',
  'Peter Novak',
  'Yuki Tanaka',
  'Camila Duarte',
  'Ethan Sorensen',
  'Ruth Mensah',
  'Seun Bello',
]

/** The same people each time; phone numbers and addresses are reserved for examples. */
export const demoPeople: readonly DemoPerson[] = names.map((name, index) => {
  const [firstName = name, ...rest] = name.split(' ')
  const ascii = name
    .normalize('NFD')
    .replaceAll('Þ', 'Th')
    .replace(/[^A-Za-z ]/g, '')
  return {
    firstName,
    lastName: rest.join(' '),
    email: `${ascii.toLowerCase().replaceAll(' ', '.')}@demo.example`,
    phoneNumber: `(${303 + index}) 555-01${String(10 + index)}`,
    status: index % 2 === 0 ? 'approved' : index % 8 === 7 ? 'rejected' : 'pending',
    proof: index % 5 === 3 ? 'login' : 'report',
    decidedDaysAgo: 12 - Math.floor(index / 3),
  }
})

const [eastern, mountain, pacific] = [
  'America/New_York',
  'America/Denver',
  'America/Los_Angeles',
] as const

/** All but the last two are ready: one of them is vetted, and one withdrew. */
export const demoEntrepreneurs: readonly EntrepreneurRequest[] = [
  [
    'Ana Rivera',
    'Rivera Bakery',
    'Bakes bread for 30 cafés and wants another oven.',
    mountain,
    700,
  ],
  ['Theo Nakamura', 'Nakamura Cycles', 'Repairs bicycles and opens another shop.', pacific, 680],
  ['Imani Clarke', 'Clarke Catering', 'Caters for offices and buys a van.', eastern, null],
  ['Sven Larsson', 'Larsson Timber', 'Builds sheds and needs a larger saw.', mountain, 720],
  ['Lucia Marino', 'Marino Flowers', 'Sells flowers and adds a cold room.', eastern, 700],
  ['Reza Karimi', 'Karimi Prints', 'Prints shirts and buys a press.', pacific, 690],
  ['Odile Perrin', 'Perrin Ceramics', 'Makes tableware and buys a kiln.', eastern, null],
  ['Malik Johnson', 'Johnson Landscaping', 'Plants gardens and buys a truck.', mountain, 700],
  ['Greta Hoffmann', 'Hoffmann Optics', 'Fits glasses and moves downtown.', pacific, 710],
  ['Nikhil Rao', 'Rao Spices', 'Packs spices and rents a warehouse.', eastern, null],
  ['Teresa Quiroga', 'Quiroga Cleaning', 'Cleans offices and hires two people.', mountain, 680],
  ['Aaron Feld', 'Feld Audio', 'Rents out loudspeakers and buys more.', pacific, null],
  ['June Park', 'Park Laundry', 'Washes for hotels and replaces two machines.', eastern, null],
  ['Omar Aziz', 'Aziz Auto', 'Repairs cars and adds a lift.', mountain, null],
  ['Hannah Weiss', 'Weiss Tutoring', 'Teaches mathematics and rents a room.', eastern, null],
  ['Paulo Costa', 'Costa Coffee Carts', 'Sells coffee at markets.', mountain, null],
].map(([name, businessName, summary, timeZone, minScore], index, { length }) => {
  const [firstName = '', lastName = ''] = String(name).split(' ')
  return {
    firstName,
    lastName,
    businessName: String(businessName),
    email: `${firstName}.${lastName}@demo.example`.toLowerCase(),
    phoneNumber: `(${720 + index}) 555-01${60 + index}`,
    timeZone: String(timeZone),
    summary: String(summary),
    amountCents: (25_000 + 5_000 * index) * 100,
    minScore: typeof minScore === 'number' ? minScore : null,
    status: index === length - 2 ? 'vetting' : index === length - 1 ? 'withdrawn' : 'ready',
    partnerPay: 'A share of the credit line, as you agree in writing.',
    partnerSigns: 'A business credit card application, in your name.',
    notes: 'Demo data.',
  }
})

/** A one-page PDF that says what it is. */
export function demoReport(person: Pick<DemoPerson, 'firstName' | 'lastName'>, score: number) {
  const name = `${person.firstName} ${person.lastName}`.replace(/[^\x20-\x7e]/g, '?')
  const page = [
    'BT /F1 22 Tf 72 700 Td (Sample credit report) Tj ET',
    `BT /F1 13 Tf 72 660 Td (${name.replace(/[()\\]/g, '')}) Tj ET`,
    `BT /F1 13 Tf 72 636 Td (Score: ${score}) Tj ET`,
    'BT /F1 11 Tf 72 600 Td (Made by the demo data of this portal. Not a real person.) Tj ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n `
  })
  const start = pdf.length
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('\n')}\n`
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}
