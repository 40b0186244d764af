import type { Profile } from '@shared/accounts'
import type { ReviewStatus } from '@shared/review'

export interface DemoPerson extends Profile {
  status: ReviewStatus
  proof: 'report' | 'login'
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
    status: index % 5 === 0 ? 'approved' : index % 7 === 0 ? 'rejected' : 'pending',
    proof: index % 4 === 3 ? 'login' : 'report',
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
