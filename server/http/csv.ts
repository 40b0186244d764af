type CsvCell = string | number | Date | null

/** What each column shows of a row, by its heading. */
export type CsvColumns<Row> = Record<string, (row: Row) => CsvCell>

/** What a spreadsheet runs as a formula; some look past spaces, and for the wide forms as well. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** One line of RFC 4180. What would be a formula has an apostrophe before it, times are in UTC. */
export const writeCsvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map(writeCell).join(',')}\r\n`

/** The columns of these rows, without their headings. */
export function writeCsvRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const readers = Object.values(columns)
  return rows.map((row) => writeCsvLine(readers.map((read) => read(row)))).join('')
}

export const writeCsvHeadings = (columns: CsvColumns<never>): string =>
  writeCsvLine(Object.keys(columns))

function writeCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
