import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { matchStates } from '@shared/list-choices'
import type { MatchDesk, TodaysMeeting } from '@shared/match-desk'
import type { ListedMatch } from '@shared/matches'
import { matchDeskQuery, matchesQuery, todaysMeetingsQuery } from '@/features/matches/admin-api'
import {
  endWords,
  inEasternTime,
  MatchBadge,
  nameEntrepreneur,
  describeNeed,
  stateWords,
} from '@/features/matches/match-words'
import { TodaysMeetings } from '@/features/matches/todays-meetings'
import { usePageAction } from '@/lib/page-actions'
import { useAddress } from '@/lib/use-address'
import { useListAddress } from '@/lib/use-list-address'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { dateColumn, figuresColumn, openColumn, textColumn } from '@/ui/columns'
import { Loaded, Skeleton } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import type { Column } from '@/ui/table'
import { KeysDialog } from '../keys-dialog'
import { ListPage } from '../list-page'
import { PageTabs } from '../page-tabs'
import { EntrepreneurList } from './entrepreneur-list'
import { type MatchAct, matchActs } from './match-actions'
import { MatchCalendar } from './match-calendar'
import { MatchTodo } from './match-desk'
import { MatchPanel } from './match-panel'
import { useRowKeys } from './use-row-keys'

/** Introductions of partners to entrepreneurs. Filters and the open item are in the address as well. */
export function MatchingPage() {
  const address = useAddress()
  const desk = useQuery(matchDeskQuery)
  const meetings = useQuery(todaysMeetingsQuery)
  useQuietRefresh(() => void Promise.all([desk.refetch(), meetings.refetch()]))
  // On the tab of entrepreneurs, the open item is one of them.
  const openId = address.get('tab') === 'entrepreneurs' ? null : readId(address.get('open'))
  const open = (id: number, act: MatchAct | '' = '') => address.set({ open: String(id), act })
  const keys = useRowKeys()
  usePageAction('Keyboard Shortcuts', keys.show)

  return (
    <>
      <PageTabs
        label="Matching"
        tabs={[
          {
            value: 'desk',
            label: 'Desk',
            content: <DeskTab desk={desk} meetings={meetings} openId={openId} onOpen={open} />,
          },
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
      <KeysDialog keys={shortcuts} open={keys.isOpen} onClose={keys.close} />
    </>
  )
}

const shortcuts = [
  { key: 'J', action: 'Go to the next row, or open its introduction' },
  { key: 'K', action: 'Go to the previous row' },
  { key: 'Enter', action: 'Open the row' },
  { key: 'O', action: 'Offer times to the partner of the row' },
  { key: 'M', action: 'Join the meeting' },
  { key: 'T', action: 'Record that the meeting took place' },
  { key: 'Z', action: 'Undo your last step' },
  { key: '/', action: 'Search' },
  { key: 'Esc', action: 'Close the open introduction' },
]

interface DeskTabProps extends Pick<ComponentProps<typeof MatchTodo>, 'openId' | 'onOpen'> {
  desk: UseQueryResult<MatchDesk>
  meetings: UseQueryResult<TodaysMeeting[]>
}

function DeskTab({ desk: query, meetings, ...opening }: DeskTabProps) {
  const address = useAddress()
  // The desk doesn't move down once they are here.
  if (!meetings.isFetched) return <Skeleton className="h-96" />
  return (
    <div className="grid gap-8">
      <TodaysMeetings query={meetings} />
      <Loaded query={query} what="The desk" skeleton="h-96" isQuiet>
        {(desk) => (
          <>
            {desk.isMailConfigured ? null : (
              <Notice tone="warning">
                Email isn’t set up. Call both, book the time they agree to, and give the
                entrepreneur their link.
              </Notice>
            )}
            <MatchTodo
              desk={desk}
              offerTo={readId(address.get('offer'))}
              onOffer={(id) => address.set({ offer: id === null ? '' : String(id) })}
              {...opening}
            />
          </>
        )}
      </Loaded>
    </div>
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
  const { search, status, cursor } = address.request
  const list = useQuery(matchesQuery({ search, status, cursor }))
  return (
    <ListPage
      address={address}
      list={list}
      nouns={{ singular: 'match', plural: 'matches' }}
      search={{
        label: 'Search by either name',
        statuses: matchStates,
        statusWords: stateWords,
      }}
      emptyTexts={{
        noMatch: 'No matches found',
        noneYet: 'No matches yet',
        whatAppears: 'Introductions appear here once you offer times.',
      }}
      caption="Matches"
      columns={matchColumns(onOpen)}
      density="lines"
      selectedId={selectedId}
    />
  )
}

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
        : match.need?.kind === 'meeting'
          ? // Its date has a column of its own.
            'They meet'
          : describeNeed(match) || '–',
  }),
  figuresColumn({
    header: 'Meeting',
    value: ({ startsAt }) => startsAt && inEasternTime(startsAt),
  }),
  dateColumn({ header: 'Offered', isSecondary: true, value: ({ createdAt }) => createdAt }),
]
