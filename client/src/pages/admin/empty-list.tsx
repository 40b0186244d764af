import type { Page } from '@/lib/http'
import type { ListAddress } from '@/lib/use-list-address'
import { EmptyState } from '@/ui/empty-state'

export interface EmptyTexts {
  /** For a search that finds nothing. */
  noMatch?: string
  noneYet: string
  /** What will be here, while nothing is. */
  whatAppears?: string
}

interface EmptyListProps extends EmptyTexts {
  address: ListAddress
  page: Page<unknown> | undefined
}

/** Says why a page of a list shows nothing, and what to do about it. */
export function EmptyList({ address, page, noMatch, noneYet, whatAppears }: EmptyListProps) {
  // Only a search that was cut off has a page without rows before others.
  if (page?.next) {
    return <EmptyState title="Nothing found so far" description="Continue to the next page." />
  }
  return address.isFiltered ? (
    <EmptyState title={noMatch ?? noneYet} description="Try fewer words, or reset the filters." />
  ) : (
    <EmptyState title={noneYet} description={whatAppears} />
  )
}
