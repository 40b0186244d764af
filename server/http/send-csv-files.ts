import type { Request, Response } from 'express'
import { writeCsvHeadings, writeCsvRows, type CsvColumns } from './csv'
import { sendCsv } from './send-csv'
import { sendZip } from './send-zip'

interface CsvFiles<Row> {
  /** Without the date and the ending. */
  fileName: string
  columns: CsvColumns<Row>
  hasHeadings: boolean
  /** The rows of each. */
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
    'Content-Disposition': `attachment; filename="${fileName}-${at.toISOString().slice(0, 10)}.zip"`,
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
