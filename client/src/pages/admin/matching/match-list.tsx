import { useQuery } from '@tanstack/react-query'
import { matchStates } from '@shared/list-choices'
import type { ListedMatch } from '@shared/matches'
import { matchesQuery } from '@/features/matches/admin-api'
import { MatchBadge } from '@/features/matches/match-badge'
import {
  endWords,
  inEasternTime,
  nameEntrepreneur,
  sayNeed,
  stateWords,
} from '@/features/matches/match-words'
import { formatDate, formatDateTime, formatNumber } from '@/lib/format'
import { useListAddress } from '@/lib/use-list-address'
import { OneLine } from '@/ui/one-line'
import { ShortDate } from '@/ui/short-date'
import { DataTable, type Column } from '@/ui/table'
import { FilterSelect } from '../filter-select'
import { ListTable } from '../list-page'

interface MatchListProps {
  selectedId: number | null
  onOpen: (id: number) => void
}

/** Every introduction there was, the newest first. */
export function MatchList({ selectedId, onOpen }: MatchListProps) {
  const address = useListAddress(matchStates)
  const { status, cursor } = address.request
  const list = useQuery(matchesQuery({ status, cursor }))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <FilterSelect label="Status" value={status} onChange={address.filter}>
          <option value="">All statuses</option>
          {matchStates.map((state) => (
            <option key={state} value={state}>
              {stateWords[state]}
            </option>
          ))}
        </FilterSelect>
        <p className="figures text-sm text-muted sm:pb-2" aria-live="polite">
          {list.data ? sayTotal(list.data.total) : null}
        </p>
      </div>
      <ListTable
        address={address}
        list={list}
        nouns={{ singular: 'match', plural: 'matches' }}
        emptyTexts={{
          noMatch: 'No matches have this status',
          noneYet: 'No matches yet',
          whatAppears: 'Introductions appear here once you offer times.',
        }}
      >
        {(shown) => (
          <DataTable
            columns={listColumns(onOpen)}
            rows={shown.rows}
            rowKey={({ id }) => id}
            caption="Matches"
            loading={shown.isLoading}
            empty={shown.empty}
            selectedKey={selectedId}
            oneLine
          />
        )}
      </ListTable>
    </>
  )
}

const sayTotal = (total: number) => `${formatNumber(total)} ${total === 1 ? 'match' : 'matches'}`

const listColumns = (onOpen: (id: number) => void): Column<ListedMatch>[] => [
  {
    key: 'partner',
    header: 'Partner',
    className: 'w-1/4 max-w-0',
    cell: ({ id, partner }) => (
      <button
        type="button"
        className="link flex max-w-full items-center text-left font-medium pointer-coarse:min-h-11"
        onClick={() => onOpen(id)}
      >
        <OneLine text={partner.name} />
      </button>
    ),
  },
  {
    key: 'entrepreneur',
    header: 'Entrepreneur',
    className: 'w-1/4 max-w-0',
    cell: (match) => <OneLine text={nameEntrepreneur(match)} />,
  },
  { key: 'status', header: 'Status', cell: ({ state }) => <MatchBadge state={state} /> },
  {
    key: 'next',
    header: 'What’s next',
    isSecondary: true,
    className: 'w-1/3 max-w-0',
    cell: (match) => {
      // A meeting's date has a column of its own.
      const need = sayNeed({ ...match, startsAt: null })
      return <OneLine text={match.endedBecause ? endWords[match.endedBecause] : need || '–'} />
    },
  },
  {
    key: 'meeting',
    header: 'Meeting',
    cell: ({ startsAt }) => (
      <span className="figures whitespace-nowrap">{startsAt ? inEasternTime(startsAt) : '–'}</span>
    ),
  },
  {
    key: 'offered',
    header: 'Offered',
    isSecondary: true,
    cell: ({ createdAt }) => (
      <ShortDate day={formatDate(createdAt)} full={formatDateTime(createdAt)} />
    ),
  },
]
