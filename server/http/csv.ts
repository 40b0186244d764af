type CsvCell = string | number | Date | null

/** The value that each column shows of a row, by its heading. */
export type CsvColumns<Row> = Record<string, (row: Row) => CsvCell>

/**
 * Texts that a spreadsheet runs as a formula; some look past spaces and what can't be seen, and for the wide forms as well.
 * A program that splits lines at other separators ignores quotes inside them, so a cell may begin after each.
 */
const formula =
  /(^|[;|\t\r\n])(?=[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu

/** One line of RFC 4180. What would be a formula has an apostrophe before it, times are in UTC. */
export const writeCsvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map(writeCell).join(',')}\r\n`

/** The columns of these rows, without their headings. */
export function* writeCsvRows<Row>(
  columns: CsvColumns<Row>,
  rows: readonly Row[],
): Generator<string> {
  const readers = Object.values(columns)
  for (const row of rows) yield writeCsvLine(readers.map((read) => read(row)))
}

export const writeCsvHeadings = (columns: CsvColumns<never>): string =>
  writeCsvLine(Object.keys(columns))

function writeCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(formula, `$1'`)
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
