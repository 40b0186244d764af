import type { ReactNode } from 'react'
import type { Sorting } from './column-sort'
import type { RowSelection } from './select-rows'

/** Rows of a list as its table shows them: in which order, and which of them are chosen or open. */
export interface ListedRows<Row> {
  rows: Row[]
  isLoading: boolean
  /** In place of rows, when there are none. */
  empty: ReactNode
  sorting: Sorting
  selection: RowSelection<Row>
  /** The row whose details are open. */
  selectedId: number | null
  onSelect: (row: Row) => void
  /** Only what identifies a row, for a list beside those details. */
  brief: boolean
}
