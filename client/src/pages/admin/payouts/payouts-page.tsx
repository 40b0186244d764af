import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { payoutSettingsQuery } from '@/features/payouts/payouts-api'
import { PayoutSettingsForm } from '@/features/payouts/payout-settings-form'
import { Policies } from '@/features/rewards/policies'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { Runs } from './runs'

const tabs = ['runs', 'policy', 'settings'] as const

/** Payout runs, what referrals earn, and how payouts are made. The address holds the tab. */
export function PayoutsPage() {
  const [query, setQuery] = useSearchParams()
  const tab = tabs.find((known) => known === query.get('tab')) ?? 'runs'
  return (
    <Tabs value={tab} onValueChange={(value) => setQuery(value === 'runs' ? {} : { tab: value })}>
      <TabList label="Payouts">
        <Tab value="runs">Runs</Tab>
        <Tab value="policy">Reward Policy</Tab>
        <Tab value="settings">Payout Settings</Tab>
      </TabList>
      <TabPanel value="runs">
        <Runs />
      </TabPanel>
      <TabPanel value="policy">
        <Policies />
      </TabPanel>
      <TabPanel value="settings">
        <Settings />
      </TabPanel>
    </Tabs>
  )
}

function Settings() {
  const { data, isError, refetch } = useQuery(payoutSettingsQuery)
  if (isError) return <LoadError what="The payout settings" onRetry={refetch} />
  return (
    <Card className="max-w-2xl p-5 md:p-7" title="Payout Settings">
      {data ? <PayoutSettingsForm settings={data} /> : <Skeleton className="h-80" />}
    </Card>
  )
}
