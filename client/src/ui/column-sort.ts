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
