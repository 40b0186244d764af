/** What was tried, and what was seen. */
export interface Check {
  what: string
  found: string
}

/** Takes a check down as soon as it is done. */
export type Tell = (check: Check) => void

/** Rows under their headings, each column as wide as its widest cell. */
export function printTable(rows: readonly Record<string, string | number>[]): void {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first)
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name])))]
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  console.log()
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}
