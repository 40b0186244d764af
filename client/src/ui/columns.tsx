import type { ReactNode } from 'react'
import { formatCents } from '@shared/money'
import { formatDate, formatDateTime, formatNumber } from '@/lib/format'
import { cx } from './class-names'
import type { Sorting } from './column-sort'
import { ListedEmail } from './email-text'
import { DateTime, TwoLines, ShortDate } from './text'
import type { RowSelection } from './row-parts'
import type { Column } from './table'

/** The parts of a reviewed list that its columns show and change. */
export interface ListContext<Row> {
  sorting: Sorting
  selection: RowSelection<Row>
  onOpen: (row: Row) => void
  /** Whether the list is beside the details of the open row. */
  isCompact: boolean
}

type ColumnBase<Row> = Omit<Column<Row>, 'cell'>

interface OpenColumn<Row> extends ColumnBase<Row> {
  name: (row: Row) => string
  onOpen: (row: Row) => void
  /** Replaces the name, which has two lines. */
  label?: (row: Row) => ReactNode
}

/** Names a row by a button that opens it. */
export const openColumn = <Row,>(options: OpenColumn<Row>): Column<Row> => {
  const { name, onOpen, label, ...column } = options
  return {
    ...column,
    cell: (row) => (
      <OpenButton onOpen={() => onOpen(row)}>
        {label ? label(row) : <TwoLines text={name(row)} />}
      </OpenButton>
    ),
  }
}

export function OpenButton(props: { onOpen: () => void; className?: string; children: ReactNode }) {
  const { onOpen, className, children } = props
  return (
    <button
      type="button"
      data-opens="panel"
      className={cx(
        'link flex max-w-full items-center text-left font-medium pointer-coarse:min-h-11',
        className,
      )}
      onClick={onOpen}
    >
      {children}
    </button>
  )
}

interface ValueColumn<Row, Value> extends ColumnBase<Row> {
  value: (row: Row) => Value
  /** Shown where there is no value. */
  without?: string
}

/** A column whose cell shows one value of the row. */
function valueColumn<Row, Value>(
  { value, without = '–', ...column }: ValueColumn<Row, Value | null | undefined>,
  render: (value: Value) => ReactNode,
): Column<Row> {
  return {
    ...column,
    cell: (row) => {
      const shown = value(row)
      return shown === null || shown === undefined ? <span>{without}</span> : render(shown)
    },
  }
}

type Optional<Value> = Value | null | undefined

/** A text of two lines at most. */
export const textColumn = <Row,>(column: ValueColumn<Row, Optional<string>>) =>
  valueColumn(column, (text) => <TwoLines text={text} />)

/** An email address, cut so that its domain stays. */
export const emailColumn = <Row,>(column: ValueColumn<Row, Optional<string>>) =>
  valueColumn(column, (email) => <ListedEmail email={email} />)

/** Digits, such as a phone number or an id. */
export const figuresColumn = <Row,>(column: ValueColumn<Row, Optional<string | number>>) =>
  valueColumn(column, (figures) => <span className="figures whitespace-nowrap">{figures}</span>)

export const countColumn = <Row,>(column: ValueColumn<Row, number>) =>
  valueColumn({ align: 'right', ...column }, formatNumber)

export const moneyColumn = <Row,>(column: ValueColumn<Row, Optional<number>>) =>
  valueColumn({ align: 'right', ...column }, (cents) => (
    <span className={cents < 0 ? 'text-danger' : undefined}>{formatCents(cents)}</span>
  ))

/** The day of a one-line row; its time is a tooltip. */
export const dateColumn = <Row,>(column: ValueColumn<Row, Optional<string>>) =>
  valueColumn(column, (at) => <ShortDate day={formatDate(at)} full={formatDateTime(at)} />)

/** Day and time, on two lines where they must be. */
export const timeColumn = <Row,>(column: ValueColumn<Row, string>) =>
  valueColumn(column, (at) => <DateTime text={formatDateTime(at)} />)

export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  header: 'Actions',
  hideLabel: true,
  className: 'stacked:@2xl:col-span-2',
  cell,
})
