import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PdfDocument from 'pdfkit'
import { lazily } from '@shared/lazily'
import { formatCents } from '@shared/money'
import { programZone } from '@shared/program-time'
import type { Statement } from '@shared/referral-desk'
import { describeLine } from '@shared/statement-lines'

const require = createRequire(import.meta.url)
// Arimo has every Latin letter, Vietnamese ones too, and those of Greek and Cyrillic.
const fonts = dirname(require.resolve('@expo-google-fonts/arimo/package.json'))
const regular = join(fonts, '400Regular', 'Arimo_400Regular.ttf')
const bold = join(fonts, '700Bold', 'Arimo_700Bold.ttf')

/** Whole words of what the font has, and needs neither shaping nor another direction. */
const legibleWord =
  /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20be]+$/
const gap = '…'

/** The printable part of a text: an ellipsis stands for each run of other words. */
const legible = (text: string): string =>
  text
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => (legibleWord.test(word) ? word : gap))
    .filter((word, at, words) => word !== gap || words[at - 1] !== gap)
    .join(' ')

const aboutGaps = `“${gap}” stands for words in letters that this document can’t show. Your dashboard shows them.`

const margin = 56
const rowGap = 8
const columns = { date: margin, what: margin + 92, amount: 456, width: 100 }
const whatWidth = columns.amount - columns.what - 12

const day = lazily(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: programZone }),
)
const monthName = lazily(
  () => new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

export interface StatementTask {
  statement: Statement
  portalName: string
  owner: { firstName: string; lastName: string; email: string }
}

/** The email tells whose it is where the name can't be printed as a whole. */
function nameOwner({ firstName, lastName, email }: StatementTask['owner']): string {
  const name = `${firstName} ${lastName}`
  const printed = legible(name)
  if (!printed.includes(gap) || name.includes(gap)) return printed
  const words = printed.split(' ').filter((word) => word !== gap)
  return words.length === 0 ? email : `${words.join(' ')} (${email})`
}

interface RowLook {
  font?: string
  isHeader?: boolean
}

/** A month's statement to print or to keep, written in a worker thread; days are those of the program. */
export async function runTask({ statement, portalName, owner }: StatementTask): Promise<Buffer> {
  const title = `Statement for ${monthName().format(new Date(`${statement.month}-01T00:00:00Z`))}`
  const pdf = new PdfDocument({
    size: 'LETTER',
    margin,
    lang: 'en-US',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: portalName },
  })
  const written = buffer(pdf)
  // Read out in this order, by these roles.
  const structure = pdf.struct('Document')
  pdf.addStructure(structure)
  const structParent = structure
  const table = pdf.struct('Table')

  let hasGaps = false
  function row(date: string, said: string, amount: string, look: RowLook = {}): void {
    const { font = regular, isHeader = false } = look
    const inRow = pdf.struct('TR')
    table.add(inRow)
    const cell = { structParent: inRow, structType: isHeader ? 'TH' : 'TD' }
    const what = legible(said)
    hasGaps ||= what.includes(gap) && !said.includes(gap)
    pdf.font(font).fontSize(10)
    const height = pdf.heightOfString(what, { width: whatWidth })
    if (pdf.y + height > pdf.page.height - margin) pdf.addPage()
    const { y } = pdf
    pdf.text(date, columns.date, y, { ...cell, lineBreak: false })
    pdf.text(what, columns.what, y, { ...cell, width: whatWidth })
    pdf.text(amount, columns.amount, y, { ...cell, width: columns.width, align: 'right' })
    inRow.end()
    pdf.y = y + height + rowGap
  }

  pdf.font(regular).fontSize(10).text(legible(portalName), { structParent })
  pdf.moveDown(0.5).font(bold).fontSize(20).text(title, { structParent, structType: 'H1' })
  pdf.moveDown(0.3).font(regular).fontSize(10).text(nameOwner(owner), { structParent })
  pdf.moveDown(2)
  structure.add(table)
  row('Date', 'What', 'Amount', { font: bold, isHeader: true })
  row('', 'Balance at the beginning', formatCents(statement.openingCents))
  for (const line of statement.lines) {
    row(day().format(new Date(line.at)), describeLine(line), formatCents(line.cents))
  }
  row('', 'Balance at the end', formatCents(statement.closingCents), { font: bold })
  table.end()
  pdf.moveDown(1.5).font(regular).fontSize(9)
  pdf.text(
    `Earned ${formatCents(statement.earnedCents)}, paid out ${formatCents(statement.paidOutCents)}. All amounts are in US dollars.`,
    margin,
    undefined,
    { structParent },
  )
  if (hasGaps) pdf.moveDown(0.5).text(aboutGaps, { structParent })
  structure.end()
  pdf.end()
  return written
}
