import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '@/lib/http'
import type { ListAddress } from '@/lib/use-list-address'
import { LoadError } from '@/ui/load-error'
import { EmptyList, type EmptyTexts } from './empty-list'
import { ListControls, type ListSearch, type Nouns } from './list-controls'
import { ListPager } from './list-pager'

/** What a table shows of a page of a list. */
interface ShownRows<Row> {
  rows: Row[]
  isLoading: boolean
  /** In place of rows, when there are none. */
  empty: ReactNode
}

export interface ListPageProps<Row> {
  address: ListAddress
  list: UseQueryResult<Page<Row>>
  nouns: Nouns
  /** A list without one is neither searched nor filtered. */
  search?: ListSearch
  emptyTexts: EmptyTexts
  /** Someone is about to turn to the page that begins at a cursor. */
  onNearNext?: (cursor: string) => void
  /** The table. */
  children: (shown: ShownRows<Row>) => ReactNode
}

/** Search, filter and count above a table, and below it the way to the next page. */
export function ListPage<Row>({ search, ...props }: ListPageProps<Row>) {
  const { address, list, nouns } = props
  return (
    <>
      {search ? (
        <ListControls {...search} address={address} page={list.data} nouns={nouns} />
      ) : null}
      <ListTable {...props} />
    </>
  )
}

/** The table with the way to the next page, or why it is not there. */
export function ListTable<Row>(props: Omit<ListPageProps<Row>, 'search'>) {
  const { address, list, nouns, emptyTexts, onNearNext, children } = props
  const { data, isPending, isError, refetch } = list
  return (
    <>
      {isError ? (
        <LoadError what={`The ${nouns.plural}`} onRetry={refetch} />
      ) : (
        children({
          rows: data?.rows ?? [],
          isLoading: isPending,
          empty: <EmptyList address={address} page={data} {...emptyTexts} />,
        })
      )}
      <ListPager address={address} page={data} onNearNext={onNearNext} />
    </>
  )
}
