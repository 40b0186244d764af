import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { matchDeskQuery } from '@/features/matches/admin-api'
import { useAddress } from '@/lib/use-address'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { LoadError } from '@/ui/load-error'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { EntrepreneurList } from './entrepreneur-list'
import { matchActs, type MatchAct } from './match-actions'
import { MatchCalendar } from './match-calendar'
import { MatchDesk } from './match-desk'
import { MatchList } from './match-list'
import { MatchPanel } from './match-panel'
import { PageTabs } from '../page-tabs'

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

function DeskTab({ onOpen }: Pick<ComponentProps<typeof MatchDesk>, 'onOpen'>) {
  const address = useAddress()
  const { data, isPending, isError, refetch } = useQuery(matchDeskQuery)
  return (
    <>
      {isError && !data ? <LoadError what="The desk" onRetry={refetch} /> : null}
      {isPending ? <Skeleton className="h-96" /> : null}
      {data ? (
        <>
          {data.isMailConfigured ? null : (
            <Notice tone="warning" className="mb-4">
              Email isn’t set up. Call both, book the time they agree to, and give the entrepreneur
              their link.
            </Notice>
          )}
          <MatchDesk
            desk={data}
            offerTo={readId(address.get('offer'))}
            onOffer={(id) => address.set({ offer: id === null ? '' : String(id) })}
            onOpen={onOpen}
          />
        </>
      ) : null}
    </>
  )
}

const readId = (text: string): number | null => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)
