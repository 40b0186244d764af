import type { Column } from './table'
import { Check, Minus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cx } from './class-names'

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

interface RowCheckboxProps {
  /** For screen readers: 'Select Ada Lovelace'. */
  label: string
  checked: boolean
  /** Some of its rows, not all. */
  isMixed?: boolean
  className?: string
  onChange: (checked: boolean) => void
}

/** Chooses a row of a table, or all of them. Small to see, a finger wide to touch. */
function RowCheckbox(props: RowCheckboxProps) {
  const { label, checked, isMixed = false, className, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed
  }, [isMixed])
  const Icon = isMixed ? Minus : Check
  return (
    <span
      className={cx('relative inline-flex size-5 shrink-0 items-center justify-center', className)}
    >
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        className="peer absolute -inset-1.5 z-1 cursor-pointer appearance-none rounded-md focus-visible:-outline-offset-2 pointer-coarse:-inset-3"
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        aria-hidden="true"
        className={cx(
          'size-4.5 rounded-xs border border-control bg-white transition-colors peer-hover:border-ink',
          'peer-checked:border-evergreen peer-checked:bg-evergreen peer-indeterminate:border-evergreen peer-indeterminate:bg-evergreen',
        )}
      />
      <Icon
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto size-3.5 text-white opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100 forced-colors:text-[CanvasText]"
      />
    </span>
  )
}
