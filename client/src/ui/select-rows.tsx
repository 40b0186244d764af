import { RowCheckbox } from './row-checkbox'
import type { Column } from './table'

/** The chosen rows of a table. */
export interface RowSelection<Row> {
  isChosen: (row: Row) => boolean
  toggle: (row: Row, wanted: boolean) => void
  /** All rows of the page, some of them, or none. */
  page: 'all' | 'some' | 'none'
  togglePage: (wanted: boolean) => void
}

/** Puts a checkbox before what names a row, and one for the whole page into the header; cards have no header. */
export const selectable = <Row,>(
  selection: RowSelection<Row>,
  name: (row: Row) => string,
  column: Column<Row>,
): Column<Row> => ({
  ...column,
  headerControl: (
    <RowCheckbox
      label="Select this page"
      checked={selection.page === 'all'}
      isMixed={selection.page === 'some'}
      // Above the button that the rest of the header is.
      className="z-1 mr-2 align-middle stacked:hidden"
      onChange={selection.togglePage}
    />
  ),
  cell: (row) => (
    <span className="flex min-w-0 items-center gap-2">
      <RowCheckbox
        label={`Select ${name(row)}`}
        checked={selection.isChosen(row)}
        onChange={(wanted) => selection.toggle(row, wanted)}
      />
      {/* A card's label is on the line of the name. */}
      <span className="min-w-0 stacked:self-baseline">{column.cell(row)}</span>
    </span>
  ),
})
