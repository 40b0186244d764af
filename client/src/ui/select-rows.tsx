import type { ReactNode } from 'react'
import { RowCheckbox } from './row-checkbox'

/** Which rows of a table are chosen. */
export interface RowSelection<Row> {
  isChosen: (row: Row) => boolean
  toggle: (row: Row, wanted: boolean) => void
  /** All rows of the page, some of them, or none. */
  page: 'all' | 'some' | 'none'
  togglePage: (wanted: boolean) => void
}

/** In the header of the column that names a row; cards have none. */
export function SelectPage<Row>({ selection }: { selection: RowSelection<Row> }) {
  return (
    <RowCheckbox
      label="Select this page"
      checked={selection.page === 'all'}
      isMixed={selection.page === 'some'}
      // Above the button that the rest of the header is.
      className="z-1 mr-2 align-middle stacked:hidden"
      onChange={selection.togglePage}
    />
  )
}

interface SelectRowProps<Row> {
  row: Row
  name: string
  selection: RowSelection<Row>
  /** What names the row. */
  children: ReactNode
}

export function SelectRow<Row>({ row, name, selection, children }: SelectRowProps<Row>) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <RowCheckbox
        label={`Select ${name}`}
        checked={selection.isChosen(row)}
        onChange={(wanted) => selection.toggle(row, wanted)}
      />
      {/* A card's label is on the line of the name. */}
      <span className="min-w-0 stacked:self-baseline">{children}</span>
    </span>
  )
}
