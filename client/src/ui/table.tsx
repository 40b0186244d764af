import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { cx } from './class-names'
import { Skeleton } from './skeleton'
import { useOverflow } from './use-overflow'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'left' | 'right'
  /** Leaves the label out of the stacked card (a title, a row of buttons). */
  hideLabel?: boolean
  className?: string
}

type DataTableProps<Row> = {
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string | number
  caption?: string
  empty?: ReactNode
  rowClassName?: (row: Row) => string | undefined
  loading?: boolean
  loadingRows?: number
  /** A click on the row outside its own controls, or Enter on the focused row. */
  onRowClick?: (row: Row) => void
  selectedKey?: string | number | null
  className?: string
}

/** A real table from 768 px; the same rows are stacked cards below. */
export function DataTable<Row>({
  columns,
  rows,
  rowKey,
  caption,
  empty,
  rowClassName,
  loading = false,
  loadingRows = 5,
  onRowClick,
  selectedKey,
  className,
}: DataTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const scrolls = useOverflow(scroller)
  const isEmpty = !loading && rows.length === 0

  return (
    <div
      ref={scroller}
      role={scrolls ? 'region' : undefined}
      aria-label={scrolls ? (caption ?? 'Table') : undefined}
      tabIndex={scrolls ? 0 : undefined}
      className={cx('relative overflow-x-auto rounded-xl border bg-white', className)}
    >
      <table aria-busy={loading || undefined} className="w-full max-md:block">
        {caption ? <caption className="sr-only">{caption}</caption> : null}
        <thead className="border-b bg-sand-light max-md:sr-only">
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={cx(
                  'px-4 py-3 text-sm font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5',
                  column.align === 'right' ? 'text-right' : 'text-left',
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {loading
            ? Array.from({ length: loadingRows }, (_, index) => (
                <SkeletonRow key={index} columns={columns} />
              ))
            : rows.map((row) => {
                const selected = selectedKey === rowKey(row)
                return (
                  <tr
                    key={rowKey(row)}
                    aria-current={selected || undefined}
                    {...(onRowClick ? rowActivation(() => onRowClick(row)) : null)}
                    className={cx(
                      rowLook,
                      onRowClick && 'cursor-pointer hover:bg-paper focus-visible:-outline-offset-2',
                      selected &&
                        'bg-sand-light shadow-[inset_3px_0_0_var(--brass)] hover:bg-sand-light',
                      rowClassName?.(row),
                    )}
                  >
                    {columns.map((column) => (
                      <BodyCell key={column.key} column={column}>
                        {column.cell(row)}
                      </BodyCell>
                    ))}
                  </tr>
                )
              })}
          {isEmpty ? (
            <tr className="max-md:block">
              <td colSpan={columns.length} className="max-md:block">
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
  'border-t transition-colors first:border-t-0 max-md:flex max-md:flex-col max-md:gap-2 max-md:px-4 max-md:py-4'

function BodyCell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <td
      className={cx(
        'align-middle md:px-4 md:py-3 md:first:pl-5 md:last:pr-5',
        'max-md:flex max-md:min-w-0 max-md:gap-3',
        column.align === 'right' && 'figures md:text-right',
        column.className,
      )}
    >
      {column.hideLabel ? null : (
        <span aria-hidden="true" className="w-26 shrink-0 text-sm leading-6.5 text-muted md:hidden">
          {column.header}
        </span>
      )}
      {/* On a table row the wrapper must not exist for layout: cells size themselves. */}
      <div className="min-w-0 max-md:flex-1 md:contents">{children}</div>
    </td>
  )
}

function SkeletonRow<Row>({ columns }: { columns: Column<Row>[] }) {
  return (
    <tr aria-hidden="true" className={rowLook}>
      {columns.map((column) => (
        <BodyCell key={column.key} column={column}>
          <Skeleton className={cx('my-1.5 h-4 w-3/4', column.align === 'right' && 'md:ml-auto')} />
        </BodyCell>
      ))}
    </tr>
  )
}

const ownControls = 'a, button, input, select, textarea, label, summary, dialog'

function rowActivation(activate: () => void) {
  return {
    tabIndex: 0,
    onClick: (event: MouseEvent<HTMLTableRowElement>) => {
      const { target, currentTarget } = event
      if (!(target instanceof Element) || !currentTarget.contains(target)) return
      if (!target.closest(ownControls)) activate()
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return
      event.preventDefault()
      activate()
    },
  }
}
