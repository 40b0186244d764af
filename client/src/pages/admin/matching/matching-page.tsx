import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { matchStates } from '@shared/list-choices'
import type { ListedMatch } from '@shared/matches'
import { matchDeskQuery, matchesQuery } from '@/features/matches/admin-api'
import {
  endWords,
  inEasternTime,
  MatchBadge,
  nameEntrepreneur,
  describeNeed,
  stateWords,
} from '@/features/matches/match-words'
import { formatNumber } from '@/lib/format'
import { useAddress } from '@/lib/use-address'
import { useListAddress } from '@/lib/use-list-address'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { dateColumn, figuresColumn, openColumn, textColumn } from '@/ui/columns'
import { Loaded } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import type { Column } from '@/ui/table'
import { FilterSelect } from '../filters'
import { ListTable } from '../list-page'
import { PageTabs } from '../page-tabs'
import { EntrepreneurList } from './entrepreneur-list'
import { type MatchAct, matchActs } from './match-actions'
import { MatchCalendar } from './match-calendar'
import { MatchTodo } from './match-desk'
import { MatchPanel } from './match-panel'
import { Status } from '@/ui/status'

/** Introductions of partners to entrepreneurs. Filters and the open item are in the address as well. */
export function MatchingPage() {
  const address = useAddress()
  const desk = useQuery(matchDeskQuery)
  useQuietRefresh(() => void desk.refetch())
  // On the tab of entrepreneurs, the open item is one of them.
  const openId = address.get('tab') === 'entrepreneurs' ? null : readId(address.get('open'))
  const open = (id: number, act: MatchAct | '' = '') => address.set({ open: String(id), act })

  return (
    <>
      <PageTabs
        label="Matching"
        tabs={[
          { value: 'desk', label: 'Desk', content: <DeskTab onOpen={open} /> },
          { value: 'calendar', label: 'Calendar', content: <MatchCalendar onOpen={open} /> },
          { value: 'entrepreneurs', label: 'Entrepreneurs', content: <EntrepreneurList /> },
          {
            value: 'matches',
            label: 'All Matches',
            content: <MatchList selectedId={openId} onOpen={open} />,
          },
        ]}
      />
      {openId === null ? null : (
        <MatchPanel
          key={openId}
          id={openId}
          act={matchActs.find((known) => known === address.get('act')) ?? null}
          onAct={(act) => address.set({ act: act ?? '' }, { replace: true })}
          onClose={() => address.set({ open: '', act: '' })}
        />
      )}
    </>
  )
}

function DeskTab({ onOpen }: Pick<ComponentProps<typeof MatchTodo>, 'onOpen'>) {
  const address = useAddress()
  const query = useQuery(matchDeskQuery)
  return (
    <Loaded query={query} what="The desk" skeleton="h-96" isQuiet>
      {(desk) => (
        <>
          {desk.isMailConfigured ? null : (
            <Notice tone="warning" className="mb-4">
              Email isn’t set up. Call both, book the time they agree to, and give the entrepreneur
              their link.
            </Notice>
          )}
          <MatchTodo
            desk={desk}
            offerTo={readId(address.get('offer'))}
            onOffer={(id) => address.set({ offer: id === null ? '' : String(id) })}
            onOpen={onOpen}
          />
        </>
      )}
    </Loaded>
  )
}

const readId = (text: string): number | null => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)

interface MatchListProps {
  selectedId: number | null
  onOpen: (id: number) => void
}

/** Every introduction there was, the newest first. */
function MatchList({ selectedId, onOpen }: MatchListProps) {
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
          options={[
            { value: '', label: 'All statuses' },
            ...matchStates.map((value) => ({ value, label: stateWords[value] })),
          ]}
        />
        <Status className="figures text-sm text-muted sm:pb-2">
          {list.data ? describeTotal(list.data.total) : null}
        </Status>
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

const describeTotal = (total: number) =>
  `${formatNumber(total)} ${total === 1 ? 'match' : 'matches'}`

const matchColumns = (onOpen: (id: number) => void): Column<ListedMatch>[] => [
  openColumn({
    header: 'Partner',
    className: 'w-1/4 max-w-0',
    name: ({ partner }) => partner.name,
    onOpen: ({ id }) => onOpen(id),
  }),
  textColumn({ header: 'Entrepreneur', className: 'w-1/4 max-w-0', value: nameEntrepreneur }),
  { header: 'Status', cell: ({ state }) => <MatchBadge state={state} /> },
  textColumn({
    header: 'What’s next',
    isSecondary: true,
    className: 'w-1/3 max-w-0',
    value: (match) =>
      match.endedBecause
        ? endWords[match.endedBecause]
        : // A meeting's date has a column of its own.
          describeNeed({ ...match, startsAt: null }) || '–',
  }),
  figuresColumn({
    header: 'Meeting',
    value: ({ startsAt }) => startsAt && inEasternTime(startsAt),
  }),
  dateColumn({ header: 'Offered', isSecondary: true, value: ({ createdAt }) => createdAt }),
]
