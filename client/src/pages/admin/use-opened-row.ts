import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { rowQuery } from '@/lib/page-query'

interface OpenedRowOptions<Row extends { id: number }> {
  /** The id in the address. */
  open: string
  rows: readonly Row[]
  isLoaded: boolean
  /** For a row that is on another page of the list. */
  findRow: (id: string) => ReturnType<typeof rowQuery<Row>>
}

export interface OpenedRow<Row> {
  opened: Row | null
  isMissing: boolean
}

/**
 * The row that the address names, wherever in the list it is: one that newer rows push off the page stays
 * open.
 */
export function useOpenedRow<Row extends { id: number }>(
  options: OpenedRowOptions<Row>,
): OpenedRow<Row> {
  const { open, rows, isLoaded, findRow } = options
  const listed = rows.find((row) => String(row.id) === open)
  const [lastListed, setLastListed] = useState<Row | null>(null)
  if (listed && lastListed !== listed) setLastListed(listed)
  const left = lastListed && String(lastListed.id) === open ? lastListed : null

  const isElsewhere = isLoaded && open !== '' && !listed
  const { data: found, isError } = useQuery({ ...findRow(open), enabled: isElsewhere })
  if (!isElsewhere) return { opened: listed ?? null, isMissing: false }
  return {
    opened: found === undefined ? left : found,
    // Whoever deletes what is open knows why it is gone.
    isMissing: !left && (isError || found === null),
  }
}
