import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PdfDocument from 'pdfkit'
import { lazily } from '@shared/lazily'
import { formatCents } from '@shared/money'
import { programZone } from '@shared/program-time'
import type { Statement } from '@shared/referral-desk'
import { describeLine } from './statement-lines'

// Fonts that have more than Latin letters: the ones that pdf.js comes with.
const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)
const regular = join(fonts, 'LiberationSans-Regular.ttf')
const bold = join(fonts, 'LiberationSans-Bold.ttf')

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
  owner: { firstName: string; lastName: string }
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

  function row(date: string, what: string, amount: string, font = regular): void {
    pdf.font(font).fontSize(10)
    const height = pdf.heightOfString(what, { width: whatWidth })
    if (pdf.y + height > pdf.page.height - margin) pdf.addPage()
    const { y } = pdf
    pdf.text(date, columns.date, y, { lineBreak: false })
    pdf.text(what, columns.what, y, { width: whatWidth })
    pdf.text(amount, columns.amount, y, { width: columns.width, align: 'right' })
    pdf.y = y + height + rowGap
  }

  pdf.font(regular).fontSize(10).text(portalName)
  pdf.moveDown(0.5).font(bold).fontSize(20).text(title)
  pdf.moveDown(0.3).font(regular).fontSize(10).text(`${owner.firstName} ${owner.lastName}`)
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
  pdf.end()
  return written
}
