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
import { formatNumber } from '@/lib/format'
import { useListAddress } from '@/lib/use-list-address'
import { dateColumn, figuresColumn, openColumn, textColumn } from '@/ui/columns'
import type { Column } from '@/ui/table'
import { FilterSelect } from '../filter-select'
import { ListTable } from '../list-page'

interface MatchListProps {
  selectedId: number | null
  onOpen: (id: number) => void
}

/** Every introduction there was, the newest first. */
export function MatchList({ selectedId, onOpen }: MatchListProps) {
  const address = useListAddress({ statuses: matchStates })
  const { status, cursor } = address.request
  const list = useQuery(matchesQuery({ status, cursor }))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <FilterSelect
          label="Status"
          value={status}
          onChange={(wanted) => address.narrow({ status: wanted })}
        >
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
        caption="Matches"
        columns={matchColumns(onOpen)}
        density="lines"
        selectedId={selectedId}
      />
    </>
  )
}

const sayTotal = (total: number) => `${formatNumber(total)} ${total === 1 ? 'match' : 'matches'}`

const matchColumns = (onOpen: (id: number) => void): Column<ListedMatch>[] => [
  openColumn({
    key: 'partner',
    header: 'Partner',
    className: 'w-1/4 max-w-0',
    name: ({ partner }) => partner.name,
    onOpen: ({ id }) => onOpen(id),
  }),
  textColumn({
    key: 'entrepreneur',
    header: 'Entrepreneur',
    className: 'w-1/4 max-w-0',
    value: nameEntrepreneur,
  }),
  { key: 'status', header: 'Status', cell: ({ state }) => <MatchBadge state={state} /> },
  textColumn({
    key: 'next',
    header: 'What’s next',
    isSecondary: true,
    className: 'w-1/3 max-w-0',
    value: (match) =>
      match.endedBecause
        ? endWords[match.endedBecause]
        : // A meeting's date has a column of its own.
          sayNeed({ ...match, startsAt: null }) || '–',
  }),
  figuresColumn({
    key: 'meeting',
    header: 'Meeting',
    value: ({ startsAt }) => startsAt && inEasternTime(startsAt),
  }),
  dateColumn({
    key: 'offered',
    header: 'Offered',
    isSecondary: true,
    value: ({ createdAt }) => createdAt,
  }),
]
