import { RotateCcw, X } from 'lucide-react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { exactTotalLimit, reviewStatuses } from '@shared/list-choices'
import { ExportLink } from '@/features/exports/export-link'
import { startOfDay } from '@/lib/days'
import { formatNumber, formatDate } from '@/lib/format'
import type { Page } from '@/lib/http'
import { defaultSort, type ListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { SearchField } from '@/ui/search-field'
import { DateFilter, findShorthand, FilterFold, FilterSelect } from './filters'
import { Status } from '@/ui/status'

/** Names of a list's rows: 'user', 'users'. */
export interface Nouns {
  singular: string
  plural: string
}

interface SortOption {
  value: string
  label: string
}

export interface ListSearch {
  label: string
  /** The filters by status; those of a review by default. */
  statuses?: readonly string[]
  /** How a status is called, where that is not its own name. */
  statusWords?: Readonly<Record<string, string>>
  /** One more filter, by its parameter, and what its values are called. */
  choice?: { name: string; label: string; all: string; words: Readonly<Record<string, string>> }
  /** The orders that can be chosen, the default first. Such a list is narrowed by date as well. */
  sorts?: readonly SortOption[]
  boxRef?: Ref<HTMLInputElement>
  /** For a list that can be taken away as a file. */
  exported?: Pick<ComponentProps<typeof ExportLink>, 'list' | 'request'> | undefined
  /** At the end of the last row. */
  more?: ReactNode
  /** Beside the row that is open there is room for the search alone. */
  isFolded?: boolean
}

interface ListControlsProps extends ListSearch {
  address: ListAddress
  page: Page<unknown> | undefined
  nouns: Nouns
}

/** Search box, status filter, reset button and count above a list. */
export function ListControls({
  address,
  page,
  nouns,
  label,
  statuses = reviewStatuses,
  statusWords = {},
  choice,
  sorts,
  boxRef,
  exported,
  more,
  isFolded = false,
}: ListControlsProps) {
  const describeStatus = (status: string) =>
    statusWords[status] ?? status.charAt(0).toUpperCase() + status.slice(1)
  return (
    <div className="mb-3 flex flex-wrap items-end gap-3">
      <SearchField
        label={label}
        value={address.searchText}
        onChange={address.setSearchText}
        boxRef={boxRef}
      />
      <FilterFold isFolded={isFolded} more={more}>
        <FilterSelect
          label="Status"
          value={address.status}
          onChange={(status) => address.narrow({ status })}
          options={[
            { value: '', label: 'All statuses' },
            ...statuses.map((value) => ({ value, label: describeStatus(value) })),
          ]}
        />
        {choice ? (
          <FilterSelect
            label={choice.label}
            value={address.filters[choice.name] ?? ''}
            onChange={(value) => address.narrow({ [choice.name]: value })}
            options={[
              { value: '', label: choice.all },
              ...Object.keys(choice.words).map((value) => ({
                value,
                label: choice.words[value] ?? value,
              })),
            ]}
          />
        ) : null}
        {sorts ? (
          <>
            <DateFilter address={address} />
            <FilterSelect
              label="Sort"
              value={address.sort}
              onChange={address.sortBy}
              options={sorts}
            />
          </>
        ) : null}
        <Button size="sm" variant="secondary" icon={<RotateCcw />} onClick={address.reset}>
          Reset Filters
        </Button>
        {exported ? <ExportLink {...exported} page={page} /> : null}
      </FilterFold>
      <Status className="figures mr-auto flex min-h-9 min-w-22 items-center text-sm text-muted pointer-coarse:min-h-11">
        {page ? formatTotal(page, nouns, address.sort) : null}
      </Status>
      <FilterChips address={address} describeStatus={describeStatus} choice={choice} />
    </div>
  )
}

function formatTotal(page: Page<unknown>, { singular, plural }: Nouns, sort: string): string {
  const { total, scannedRows } = page
  if (total > exactTotalLimit) return `More than ${formatNumber(exactTotalLimit)} ${plural}`
  const count = `${formatNumber(total)} ${total === 1 ? singular : plural}`
  if (!scannedRows) return count
  if (sort === defaultSort)
    return `${count} among the newest ${formatNumber(scannedRows)}. The next pages search the older ones.`
  return `${count} among the first ${formatNumber(scannedRows)}. The next pages search the others.`
}

interface FilterChipsProps {
  address: ListAddress
  describeStatus: (status: string) => string
  choice: ListSearch['choice']
}

/** Filters of the list; pressing one takes it away. */
function FilterChips({ address, describeStatus, choice }: FilterChipsProps) {
  const { status, filters, from, to, narrow } = address
  const chosen = choice?.words[filters[choice.name] ?? '']
  const chips = [
    ...(filters['kind'] ? [{ label: 'Referrers', remove: () => narrow({ kind: '' }) }] : []),
    ...(status ? [{ label: describeStatus(status), remove: () => narrow({ status: '' }) }] : []),
    ...(choice && chosen ? [{ label: chosen, remove: () => narrow({ [choice.name]: '' }) }] : []),
    ...(from || to
      ? [{ label: describeDays(address), remove: () => narrow({ from: '', to: '' }) }]
      : []),
  ]
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="order-2 flex flex-wrap gap-2">
      {chips.map(({ label, remove }) => (
        <li key={label}>
          <button
            type="button"
            aria-label={`${label}, remove filter`}
            className="inline-flex min-h-7 items-center gap-1.5 rounded-full border border-control bg-white px-3 text-sm text-ink transition-colors hover:border-ink hover:bg-paper pointer-coarse:min-h-11"
            onClick={remove}
          >
            {label}
            <X strokeWidth={1.75} className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function describeDays({ from, to }: ListAddress): string {
  const shorthand = findShorthand({ from, to })
  if (shorthand) return shorthand.label
  const [first, last] = [from, to].map(formatDateParam)
  if (from === to) return first ?? ''
  if (!to) return `Since ${first}`
  return from ? `${first} – ${last}` : `Until ${last}`
}

function formatDateParam(day: string): string {
  const start = startOfDay(day)
  return start ? formatDate(start) : ''
}

interface LinkedFilterProps {
  title: string
  /** The whole list: 'Reports'. */
  all: string
  address: ListAddress
  /** The filter's parameter. */
  name: string
  /** Describes the rows that are left. */
  children: ReactNode
}

/** Says that a list is narrowed by a filter that only a link sets, such as one of the overview. */
export function LinkedFilter({ title, all, address, name, children }: LinkedFilterProps) {
  if (!address.filters[name]) return null
  return (
    <Notice
      title={title}
      className="mb-4"
      actions={
        <Button size="sm" variant="secondary" onClick={() => address.narrow({ [name]: '' })}>
          Show All {all}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
