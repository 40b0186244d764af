import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { rowQuery } from '@/lib/page-query'

interface OpenedRowOptions<Row extends { id: number }> {
  /** The id in the address. */
  open: string
  rows: readonly Row[]
  isLoaded: boolean
  /** For a link to a row that is on another page of the list. */
  findRow: (id: string) => ReturnType<typeof rowQuery<Row>>
}

export interface OpenedRow<Row> {
  opened: Row | null
  isMissing: boolean
}

/** The row that the address names, wherever in the list it is. */
export function useOpenedRow<Row extends { id: number }>(
  options: OpenedRowOptions<Row>,
): OpenedRow<Row> {
  const { open, rows, isLoaded, findRow } = options
  const listed = rows.find((row) => String(row.id) === open)
  const [lastListed, setLastListed] = useState('')
  if (listed && lastListed !== open) setLastListed(open)
  // What was in the list and left it is not looked for: it was decided about, or deleted.
  const isElsewhere = isLoaded && open !== '' && lastListed !== open
  const found = useQuery({ ...findRow(open), enabled: isElsewhere })
  return {
    opened: listed ?? (isElsewhere ? found.data : null) ?? null,
    isMissing: isElsewhere && (found.isError || found.data === null),
  }
}
