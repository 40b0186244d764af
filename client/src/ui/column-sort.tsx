import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from './class-names'

/** How a column's header sorts the list, and whether the list is sorted by it now. */
export interface ColumnSort {
  direction: 'ascending' | 'descending' | undefined
  onSort: () => void
}

/** The order that a list is in, and the way to another. */
export interface Sorting {
  sort: string
  onSort: (sort: string) => void
}

/** A column's part in it, by the names of the orders it has; with both, pressing its header turns it round. */
export function sortedBy(
  { sort, onSort }: Sorting,
  orders: { ascending?: string; descending?: string },
): ColumnSort {
  const { ascending, descending } = orders
  const direction =
    sort === ascending ? 'ascending' : sort === descending ? 'descending' : undefined
  const other = direction === 'descending' ? ascending : descending
  return { direction, onSort: () => onSort(other ?? ascending ?? descending ?? sort) }
}

/** Over the whole header; cards have none to press, and the list's own control sorts them. */
export function SortButton({ sort, header }: { sort: ColumnSort; header: string }) {
  const Icon = sort.direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      aria-label={`Sort by ${header.toLowerCase()}`}
      className="group ml-1 rounded-sm align-[-0.125em] after:absolute after:inset-0 stacked:hidden"
      onClick={sort.onSort}
    >
      <Icon
        strokeWidth={2}
        className={cx(
          'size-3.5',
          !sort.direction && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
        )}
      />
    </button>
  )
}
