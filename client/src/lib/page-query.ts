import {
  keepPreviousData,
  queryOptions,
  type QueryClient,
  type QueryFilters,
} from '@tanstack/react-query'
import { getPage, type Page } from './http'
import { withQuery } from './paths'

/** The part of a list to load; empty and absent values are left out. */
export type PageRequest = {
  search?: string
  status?: string
  kind?: string
  sort?: string
  from?: string
  to?: string
  cursor?: string
  limit?: string
}

/**
 * One page of a list; the key's first element is the full path with its query. A `fresh` one is fetched again whenever
 * it is opened.
 */
export const pageQuery = <Row>(
  listPath: string,
  query: Record<string, string | undefined>,
  { fresh = false } = {},
) => {
  const path = withQuery(listPath, query)
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => getPage<Row>(path, signal),
    // The old rows stay while the next page or search loads.
    placeholderData: keepPreviousData,
    ...(fresh && { staleTime: 0 }),
  })
}

/**
 * One row of such a list, whichever page it is on; null when there is none. Lists are ordered by id,
 * newest first: the page after the next higher id begins with it.
 */
export const rowQuery = <Row extends { id: number }>(
  listPath: string,
  id: string,
  { kind }: Pick<PageRequest, 'kind'> = {},
) => {
  const path = withQuery(listPath, { kind, cursor: String(Number(id) + 1), limit: '1' })
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => getPage<Row>(path, signal),
    select: ({ rows }) => rows.find((row) => String(row.id) === id) ?? null,
  })
}

/** Caches that a deleted row is gone, so that it is not asked for again. */
export function clearCachedRow(
  queryClient: QueryClient,
  { queryKey }: { queryKey: readonly unknown[] },
): void {
  queryClient.setQueryData(queryKey, {
    rows: [],
    next: null,
    total: 0,
    scannedRows: null,
    shownAt: null,
  })
}

/** The cursor in the address of the next page. */
export const nextCursor = (page: Page<unknown> | undefined): string | null =>
  page?.next ? new URLSearchParams(page.next.split('?')[1]).get('cursor') : null

/** Matches every page and search of a list, for invalidation after a change. */
export const isListOf = (path: string) => (query: { queryKey: readonly unknown[] }) =>
  String(query.queryKey[0]).split('?', 1)[0] === path

/** Shows a changed row in every page of its list, before any of them is refetched. */
export function replaceRow(
  queryClient: QueryClient,
  listPath: string,
  changed: { id: number },
): void {
  queryClient.setQueriesData<Page<{ id: number }>>(
    { predicate: isListOf(listPath) },
    (page) =>
      page && {
        ...page,
        rows: page.rows.map((row) => (row.id === changed.id ? { ...row, ...changed } : row)),
      },
  )
}

/** Refetches what a change has left out of date. Cancels in-flight requests: their data is stale. */
export async function cancelAndInvalidate(
  queryClient: QueryClient,
  invalidated: QueryFilters,
): Promise<void> {
  await queryClient.cancelQueries(invalidated)
  await queryClient.invalidateQueries(invalidated)
}
