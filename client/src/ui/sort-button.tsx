import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from './class-names'
import type { ColumnSort } from './column-sort'

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
        aria-hidden="true"
        strokeWidth={2}
        className={cx(
          'size-3.5',
          !sort.direction && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
        )}
      />
    </button>
  )
}
