import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PdfDocument from 'pdfkit'
import { lazily } from '@shared/lazily'
import { formatCents } from '@shared/money'
import { programZone } from '@shared/program-time'
import type { Statement } from '@shared/referral-desk'
import { describeLine } from './statement-lines'

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

/** A month's statement to print or to keep, written in a worker thread; days are those of the program. */
export async function runTask({ statement, portalName, owner }: StatementTask): Promise<Buffer> {
  const title = `Statement for ${monthName().format(new Date(`${statement.month}-01T00:00:00Z`))}`
  const pdf = new PdfDocument({
    size: 'LETTER',
    margin,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: portalName },
  })
  const written = buffer(pdf)

  let hasGaps = false
  function row(date: string, said: string, amount: string, font = regular): void {
    const what = legible(said)
    hasGaps ||= what.includes(gap) && !said.includes(gap)
    pdf.font(font).fontSize(10)
    const height = pdf.heightOfString(what, { width: whatWidth })
    if (pdf.y + height > pdf.page.height - margin) pdf.addPage()
    const { y } = pdf
    pdf.text(date, columns.date, y, { lineBreak: false })
    pdf.text(what, columns.what, y, { width: whatWidth })
    pdf.text(amount, columns.amount, y, { width: columns.width, align: 'right' })
    pdf.y = y + height + rowGap
  }

  pdf.font(regular).fontSize(10).text(legible(portalName))
  pdf.moveDown(0.5).font(bold).fontSize(20).text(title)
  pdf.moveDown(0.3).font(regular).fontSize(10).text(nameOwner(owner))
  pdf.moveDown(2)
  row('Date', 'What', 'Amount', bold)
  row('', 'Balance at the beginning', formatCents(statement.openingCents))
  for (const line of statement.lines) {
    row(day().format(new Date(line.at)), describeLine(line), formatCents(line.cents))
  }
  row('', 'Balance at the end', formatCents(statement.closingCents), bold)
  pdf.moveDown(1.5).font(regular).fontSize(9)
  pdf.text(
    `Earned ${formatCents(statement.earnedCents)}, paid out ${formatCents(statement.paidOutCents)}. All amounts are in US dollars.`,
    margin,
  )
  if (hasGaps) pdf.moveDown(0.5).text(aboutGaps)
  pdf.end()
  return written
}
