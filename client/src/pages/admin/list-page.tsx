import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { exactTotalLimit, pageSize } from '@shared/list-choices'
import { formatNumber } from '@/lib/format'
import { HttpError, type Page } from '@/lib/http'
import { nextCursor } from '@/lib/page-query'
import type { ListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { Status } from '@/ui/status'
import { DataTable, type DataTableProps } from '@/ui/table'
import { ListControls, type ListSearch, type Nouns } from './list-controls'

interface EmptyTexts {
  /** For a search that finds nothing. */
  noMatch?: string
  noneYet: string
  /** Explains an empty list. */
  whatAppears?: string
  /** The way out of an empty list. */
  action?: ReactNode
}

type TableProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'caption' | 'density' | 'selectedId' | 'rowClassName'
>

export interface ListPageProps<Row> extends TableProps<Row> {
  address: ListAddress
  list: UseQueryResult<Page<Row>>
  nouns: Nouns
  /** A list without one is neither searched nor filtered. */
  search?: ListSearch
  emptyTexts: EmptyTexts
  /** Someone is about to turn to the page that begins at a cursor. */
  onNearNext?: (cursor: string) => void
}

/** Search, filter and count above a table, and below it the way to the next page. */
export function ListPage<Row extends { id: number }>({ search, ...props }: ListPageProps<Row>) {
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

interface ListErrorProps {
  address: ListAddress
  error: Error
  plural: string
  onRetry: () => unknown
}

/** Trying again does not help against an address with a page or filter that the list does not have. */
function ListError({ address, error, plural, onRetry }: ListErrorProps) {
  if (!(error instanceof HttpError && error.status === 400))
    return <LoadError what={`The ${plural}`} onRetry={onRetry} />
  return (
    <Notice
      tone="danger"
      title="This link doesn’t work for this list"
      actions={<Button onClick={address.reset}>Show the Whole List</Button>}
    >
      It asks for a page or a filter that isn’t there.
    </Notice>
  )
}

/** The table with the way to the next page, or why it is not there. */
export function ListTable<Row extends { id: number }>(props: Omit<ListPageProps<Row>, 'search'>) {
  const { address, list, nouns, emptyTexts, onNearNext, ...table } = props
  const { data, error, isPending, isError, refetch } = list
  return (
    <>
      {isError ? (
        <ListError address={address} error={error} plural={nouns.plural} onRetry={refetch} />
      ) : (
        <DataTable
          {...table}
          rows={data?.rows ?? []}
          loading={isPending}
          empty={<EmptyList address={address} page={data} {...emptyTexts} />}
        />
      )}
      <ListPager address={address} page={data} nouns={nouns} onNearNext={onNearNext} />
    </>
  )
}

interface EmptyListProps extends EmptyTexts {
  address: ListAddress
  page: Page<unknown> | undefined
}

/** Says why a page of a list shows nothing, and what to do about it. */
function EmptyList(props: EmptyListProps) {
  const { address, page, noMatch, noneYet, whatAppears, action } = props

  // Only a search that was cut off has an empty page before others.
  if (page?.next) {
    return <EmptyState title="Nothing found so far" description="Continue to the next page." />
  }
  const near = page?.nearSearch
  if (near) {
    // The button goes with what it says.
    function search(text: string) {
      address.setSearchText(text)
      document.querySelector<HTMLElement>('input[type=search]')?.focus()
    }
    return (
      <EmptyState
        title={noMatch ?? noneYet}
        action={
          <Button variant="secondary" onClick={() => search(near)}>
            <span className="wrap-anywhere">
              Did you mean <strong>{near}?</strong>
            </span>
          </Button>
        }
      />
    )
  }
  return address.isFiltered ? (
    <EmptyState title={noMatch ?? noneYet} description="Try fewer words, or reset the filters." />
  ) : (
    <EmptyState title={noneYet} description={whatAppears} action={action} />
  )
}

interface ListPagerProps {
  address: ListAddress
  page: Page<unknown> | undefined
  nouns: Nouns
  onNearNext?: ((cursor: string) => void) | undefined
}

/** Under a list: which page of it this is, and the way to the others. */
function ListPager({ address, page, nouns, onNearNext }: ListPagerProps) {
  const next = nextCursor(page)
  const { cursor, showPreviousPage } = address
  if (!next && !cursor) return null
  return (
    <nav
      aria-label={`Pages of ${nouns.plural}`}
      className="mt-5 flex flex-wrap items-center justify-end gap-3"
    >
      <Status className="figures mr-auto text-sm text-muted">
        {page ? describePage(address, page, nouns) : null}
      </Status>
      {cursor ? (
        <Button variant="secondary" onClick={() => address.narrow({})}>
          First Page
        </Button>
      ) : null}
      {showPreviousPage ? (
        <Button variant="secondary" onClick={() => showPreviousPage()}>
          Previous Page
        </Button>
      ) : null}
      {/* On the last page it stays, and keeps the focus. */}
      <Button
        variant="secondary"
        aria-disabled={!next}
        className="aria-disabled:opacity-55"
        onPointerEnter={() => next && onNearNext?.(next)}
        // After a turn the pointer is still on the button, and does not enter it again.
        onPointerMove={() => next && onNearNext?.(next)}
        onFocus={() => next && onNearNext?.(next)}
        onClick={() => next && address.showNextPage(next)}
      >
        Next Page
      </Button>
    </nav>
  )
}

/** A count that was cut off is of no whole number of pages. */
function describePage(
  address: ListAddress,
  { rows, total, scannedRows }: Page<unknown>,
  { plural }: Nouns,
) {
  // A pasted link may have a cursor and no page number.
  if (address.cursor && address.page === 1) return ''
  const number = `Page ${formatNumber(address.page)}`
  if (scannedRows !== null) return number
  const before = (address.page - 1) * pageSize
  const range = `${plural} ${formatNumber(before + 1)} to ${formatNumber(before + rows.length)}`
  if (total > exactTotalLimit) return `${number}, ${range}`
  const last = Math.max(address.page, Math.ceil(total / pageSize))
  return `${number} of ${formatNumber(last)}, ${range}`
}
