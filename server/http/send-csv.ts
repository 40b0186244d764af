import { once } from 'node:events'
import type { Request, Response } from 'express'
import { programDayOf } from '@shared/program-time'
import { sendZip, inSlices } from './send-zip'

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

function* writeCsvRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): Generator<string> {
  const readers = Object.values(columns)
  for (const row of rows) yield writeCsvLine(readers.map((read) => read(row)))
}

const writeCsvHeadings = (columns: CsvColumns<never>): string => writeCsvLine(Object.keys(columns))

function writeCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(formula, `$1'`)
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

interface CsvTable<Row> {
  /** Without the date and the ending. */
  fileName: string
  columns: CsvColumns<Row>
  /** Unless it is false, the first line has the columns' headings. */
  hasHeadings?: boolean
  /** Read by a program that takes a byte order mark for part of the first cell, and not by Excel. */
  isForBank?: boolean
  /** Writes all rows, some at a time: each time, it waits until they are taken. */
  fill: (write: (rows: readonly Row[]) => Promise<void>) => Promise<void>
}

/** Tells Excel that it is UTF-8. */
const byteOrderMark = '\uFEFF'

/**
 * Answers with a table as CSV. What goes wrong before the first row is an answer of its own; after that
 * the file is cut off, so that no one takes a part for the whole.
 */
export async function sendCsv<Row>(
  req: Request,
  res: Response,
  { fileName, columns, hasHeadings = true, isForBank = false, fill }: CsvTable<Row>,
): Promise<void> {
  const gone = new AbortController()
  // Already disconnected; 'close' will not fire again.
  if (res.destroyed) gone.abort()
  res.once('close', () => gone.abort())

  async function send(text: string): Promise<void> {
    gone.signal.throwIfAborted()
    if (!res.write(text)) await once(res, 'drain', { signal: gone.signal })
  }

  async function begin(): Promise<void> {
    if (res.headersSent) return
    const day = programDayOf(new Date())
    res.set({
      'Content-Type': `text/csv; charset=utf-8; header=${hasHeadings ? 'present' : 'absent'}`,
      'Content-Disposition': `attachment; filename="${fileName}-${day}.csv"`,
    })
    const headings = hasHeadings ? writeCsvHeadings(columns) : ''
    if (req.method !== 'HEAD') await send((isForBank ? '' : byteOrderMark) + headings)
  }

  try {
    gone.signal.throwIfAborted()
    if (req.method !== 'HEAD') {
      await fill(async (rows) => {
        await begin()
        for await (const lines of inSlices(writeCsvRows(columns, rows))) await send(lines.join(''))
      })
    }
    await begin()
    res.end()
  } catch (error) {
    if (gone.signal.aborted) return
    if (!res.headersSent) throw error
    req.log.warn({ err: error }, 'an export was cut off')
    res.destroy()
  }
}

interface CsvFiles<Row> {
  /** Without the date and the ending. */
  fileName: string
  columns: CsvColumns<Row>
  hasHeadings: boolean
  files: readonly (readonly Row[])[]
}

/**
 * Answers with a table for a bank, which may not take all of its rows in one file: then with an archive of
 * several, all of one moment: if they were asked for one by one, what changes in between would move rows from one to another.
 */
export async function sendCsvFiles<Row>(
  req: Request,
  res: Response,
  { fileName, columns, hasHeadings, files }: CsvFiles<Row>,
): Promise<void> {
  const [rows = []] = files
  if (files.length <= 1) {
    const fill = (write: (rows: readonly Row[]) => Promise<void>) => write(rows)
    await sendCsv(req, res, { fileName, columns, hasHeadings, isForBank: true, fill })
    return
  }
  const at = new Date()
  res.set({
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${fileName}-${programDayOf(at)}.zip"`,
  })
  function* writeFile(file: readonly Row[]) {
    if (hasHeadings) yield writeCsvHeadings(columns)
    yield* writeCsvRows(columns, file)
  }
  await sendZip(
    res,
    files.map((file, index) => ({
      name: `${fileName}-${index + 1}-of-${files.length}.csv`,
      content: writeFile(file),
      at,
    })),
  )
}
