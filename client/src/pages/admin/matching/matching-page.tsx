import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { matchDeskQuery } from '@/features/matches/admin-api'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { LoadError } from '@/ui/load-error'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { EntrepreneurList } from './entrepreneur-list'
import { matchActs, type MatchAct } from './match-actions'
import { MatchCalendar } from './match-calendar'
import { MatchDesk } from './match-desk'
import { MatchList } from './match-list'
import { MatchPanel } from './match-panel'

const tabs = ['desk', 'calendar', 'entrepreneurs', 'matches'] as const

/** Introductions of partners to entrepreneurs. Tab, filters and the open item are in the URL. */
export function MatchingPage() {
  const [query, setQuery] = useSearchParams()
  const tab = tabs.find((known) => known === query.get('tab')) ?? 'desk'
  const desk = useQuery(matchDeskQuery)
  useQuietRefresh(() => void desk.refetch())
  // On the tab of entrepreneurs, it is one of them that is open.
  const openId = tab === 'entrepreneurs' ? null : readId(query.get('open'))

  function change(changes: Record<string, string | null>, replace = false) {
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      // A list keeps its way back to earlier pages in the state.
      { replace, state: window.history.state },
    )
  }
  const open = (id: number, act: MatchAct | null = null) => change({ open: String(id), act })

  return (
    <>
      <Tabs value={tab} onValueChange={(value) => setQuery(value === 'desk' ? {} : { tab: value })}>
        <TabList label="Matching">
          <Tab value="desk">Desk</Tab>
          <Tab value="calendar">Calendar</Tab>
          <Tab value="entrepreneurs">Entrepreneurs</Tab>
          <Tab value="matches">All Matches</Tab>
        </TabList>
        <TabPanel value="desk">
          {desk.isError && !desk.data ? <LoadError what="The desk" onRetry={desk.refetch} /> : null}
          {desk.isPending ? <Skeleton className="h-96" /> : null}
          {desk.data ? (
            <>
              {desk.data.isMailConfigured ? null : (
                <Notice tone="warning" className="mb-4">
                  Email isn’t set up. Call both, book the time they agree to, and give the
                  entrepreneur their link.
                </Notice>
              )}
              <MatchDesk
                desk={desk.data}
                offerTo={readId(query.get('offer'))}
                onOffer={(id) => change({ offer: id === null ? null : String(id) })}
                onOpen={open}
              />
            </>
          ) : null}
        </TabPanel>
        <TabPanel value="calendar">
          <MatchCalendar onOpen={open} />
        </TabPanel>
        <TabPanel value="entrepreneurs">
          <EntrepreneurList />
        </TabPanel>
        <TabPanel value="matches">
          <MatchList selectedId={openId} onOpen={open} />
        </TabPanel>
      </Tabs>
      {openId === null ? null : (
        <MatchPanel
          key={openId}
          id={openId}
          act={matchActs.find((known) => known === query.get('act')) ?? null}
          onAct={(act) => change({ act }, true)}
          onClose={() => change({ open: null, act: null })}
        />
      )}
    </>
  )
}

const readId = (text: string | null): number | null =>
  text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
