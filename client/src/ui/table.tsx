import { useRef, type ReactNode } from 'react'
import { cx } from './class-names'
import { type ColumnSort, SortButton } from './column-sort'
import { Skeleton } from './loaded'
import { useOverflow } from './scrolling'

export type Column<Row> = {
  /** Unlike those of the table's other columns. */
  header: string
  cell: (row: Row) => ReactNode
  align?: 'left' | 'right'
  /** Leaves the label out of the stacked card (a title, a row of buttons). */
  hideLabel?: boolean
  /** Left out where a table of one-line rows is narrow. */
  isSecondary?: boolean
  /** Stays where the table is `compact`. */
  isBrief?: boolean
  /** Before the header's words. */
  headerControl?: ReactNode
  /** The name of a row, where the cell that is its header has controls as well. */
  nameRow?: (row: Row) => string
  /** Makes a button of its header. */
  sort?: ColumnSort
  className?: string
}

const roomy = 'px-4 py-3 first:pl-5 last:pr-5'
const close = 'px-2 py-3 first:pl-5 last:pr-5'
// A wide card puts its facts side by side.
const wideCard = 'stacked:grid stacked:gap-x-6 stacked:@2xl:grid-cols-2'
const line = {
  header: 'px-2 py-1.5 first:pl-4 last:pr-3',
  cell: 'h-10 px-2 py-0.5 first:pl-4 last:pr-3',
  row: wideCard,
}

/** The room that a row takes, and the width below which rows are stacked cards: classes of each part. */
const densities = {
  /** Rows with room around them; cards on phones. */
  airy: { frame: '', header: roomy, cell: roomy, row: '', label: 'leading-6.5' },
  /** For many columns: smaller, and cards until the table has 52 or 65 rem to itself. */
  dense: { frame: '@container/table-52 text-sm', header: close, cell: close, row: wideCard },
  'dense-wide': { frame: '@container/table-65 text-sm', header: close, cell: close, row: wideCard },
  /** One line each, as many as a screen can hold; cards only on phones. */
  lines: { frame: '@container/one-line-rows text-sm', ...line },
  /** One line each, with the brief columns only; never cards. */
  compact: { frame: 'text-sm', ...line },
}

type Look = { cell: string; label?: string }

export interface DataTableProps<Row> {
  columns: Column<Row>[]
  rows: Row[]
  caption: string
  empty?: ReactNode
  rowClassName?: (row: Row) => string | undefined
  loading?: boolean
  loadingRows?: number
  selectedId?: number | null | undefined
  density?: keyof typeof densities | undefined
}

/** A real table from 768 px; the same rows are stacked cards below. The variant `stacked` tells which. */
export function DataTable<Row extends { id: number }>({
  columns: allColumns,
  rows,
  caption,
  empty,
  rowClassName,
  loading = false,
  loadingRows = 5,
  selectedId,
  density = 'airy',
}: DataTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const scrolls = useOverflow(scroller)
  const look = densities[density]
  const columns = density === 'compact' ? allColumns.filter(({ isBrief }) => isBrief) : allColumns
  const isEmpty = !loading && rows.length === 0

  return (
    <div
      ref={scroller}
      role={scrolls ? 'region' : undefined}
      aria-label={scrolls ? caption : undefined}
      tabIndex={scrolls ? 0 : undefined}
      data-rows={density === 'lines' || density === 'compact' ? 'one-line' : undefined}
      className={cx('relative overflow-x-auto rounded-xl border bg-white', look.frame)}
    >
      <table aria-busy={loading || undefined} className="w-full stacked:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b bg-sand-light stacked:sr-only">
          {/* The rows decide how wide the columns are: until they are here, no header is shown that would move. */}
          <tr className={loading ? 'invisible' : undefined}>
            {columns.map((column, index) => (
              <th
                key={column.header}
                scope="col"
                aria-label={column.headerControl ? column.header : undefined}
                aria-sort={column.sort?.direction}
                className={cx(
                  'text-sm font-medium whitespace-nowrap text-muted',
                  look.header,
                  column.isSecondary && 'narrow:hidden',
                  column.sort && 'relative hover:text-ink pointer-coarse:h-11',
                  column.align === 'right' ? 'text-right' : 'text-left',
                  isAfterFigures(columns, index) && figuresGap,
                )}
              >
                {column.headerControl}
                <span>{column.header}</span>
                {column.sort ? <SortButton sort={column.sort} header={column.header} /> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="stacked:block">
          {loading
            ? Array.from({ length: loadingRows }, (_, index) => (
                // Not the key of any row, which would take over its element and move it.
                <tr key={`skeleton ${index}`} aria-hidden="true" className={cx(rowLook, look.row)}>
                  {columns.map((column) => (
                    <BodyCell key={column.header} column={column} look={look}>
                      <Skeleton
                        className={cx(
                          'my-1.5 h-4 w-3/4',
                          column.align === 'right' && 'ml-auto stacked:ml-0',
                        )}
                      />
                    </BodyCell>
                  ))}
                </tr>
              ))
            : rows.map((row) => {
                const selected = selectedId === row.id
                return (
                  <tr
                    key={row.id}
                    aria-current={selected || undefined}
                    className={cx(
                      rowLook,
                      look.row,
                      selected &&
                        'bg-sand-light shadow-[inset_3px_0_0_var(--brass)] hover:bg-sand-light',
                      rowClassName?.(row),
                    )}
                  >
                    {columns.map((column, index) => (
                      <BodyCell
                        key={column.header}
                        column={column}
                        isRowHeader={index === 0}
                        name={column.nameRow?.(row)}
                        isAfterFigures={isAfterFigures(columns, index)}
                        look={look}
                      >
                        {column.cell(row)}
                      </BodyCell>
                    ))}
                  </tr>
                )
              })}
          {isEmpty ? (
            <tr className="stacked:block">
              <td colSpan={columns.length} className="stacked:block">
                {empty ?? <p className="px-5 py-12 text-center text-muted">Nothing to show.</p>}
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  )
}

const rowLook =
  'border-t transition-colors first:border-t-0 stacked:flex stacked:flex-col stacked:gap-2 stacked:px-4 stacked:py-4'

// A right-aligned and a left-aligned column would touch.
const figuresGap = 'pl-6'

const isAfterFigures = <Row,>(columns: readonly Column<Row>[], index: number) =>
  columns[index - 1]?.align === 'right' && columns[index]?.align !== 'right'

interface BodyCellProps<Row> {
  column: Column<Row>
  /** What the row is about: the first column. */
  isRowHeader?: boolean
  name?: string | undefined
  isAfterFigures?: boolean
  look: Look
  children: ReactNode
}

function BodyCell<Row>(props: BodyCellProps<Row>) {
  const { column, isRowHeader = false, name, isAfterFigures: needsGap, look, children } = props
  const Cell = isRowHeader ? 'th' : 'td'
  return (
    <Cell
      scope={isRowHeader ? 'row' : undefined}
      aria-label={name}
      className={cx(
        'align-middle',
        isRowHeader && 'text-left font-normal',
        look.cell,
        column.isSecondary && 'narrow:hidden',
        needsGap && figuresGap,
        'stacked:flex stacked:items-baseline stacked:h-auto stacked:w-auto stacked:max-w-none stacked:min-w-0 stacked:gap-3 stacked:p-0 stacked:first:pl-0 stacked:last:pr-0',
        column.align === 'right' && 'figures text-right stacked:text-left',
        column.className,
      )}
    >
      {column.hideLabel ? null : (
        <span
          aria-hidden="true"
          className={cx('hidden w-26 shrink-0 text-sm text-muted stacked:block', look.label)}
        >
          {column.header}
        </span>
      )}
      {/* On a table row the wrapper must not exist for layout: cells size themselves. */}
      <div className="contents stacked:block stacked:min-w-0 stacked:flex-1">{children}</div>
    </Cell>
  )
}
