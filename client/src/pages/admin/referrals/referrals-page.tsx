import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { ReauthenticationDialog } from '@/features/accounts/reauthentication-dialog'
import { secondFactorQuery } from '@/features/accounts/second-factor-api'
import { ProgramFunnel } from '@/features/referrals/program-funnel'
import { paths, withQuery } from '@/lib/paths'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { PeopleList } from './people-list'
import { ReferrerList } from './referrer-list'

const tabs = ['people', 'referrers', 'funnel'] as const

/** Who was referred, by whom, and what came of it. The tab stands in the address like the filters. */
export function ReferralsPage() {
  const [, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const { data: secondFactor } = useQuery(secondFactorQuery)
  const tab = tabs.find((known) => known === query.get('tab')) ?? 'people'

  function handleTab(value: string) {
    navigate(withQuery(paths.adminReferrals, { tab: value === 'people' ? undefined : value }))
  }

  return (
    <>
      <Tabs value={tab} onValueChange={handleTab}>
        <TabList label="Referrals">
          <Tab value="people">People Referred</Tab>
          <Tab value="referrers">By Referrer</Tab>
          <Tab value="funnel">Funnel</Tab>
        </TabList>
        <TabPanel value="people">
          <PeopleList />
        </TabPanel>
        <TabPanel value="referrers">
          <ReferrerList />
        </TabPanel>
        <TabPanel value="funnel">
          <ProgramFunnel />
        </TabPanel>
      </Tabs>
      <ReauthenticationDialog
        description="This changes a balance. Enter your password to continue."
        asksForCode={secondFactor?.isOn ?? false}
      />
    </>
  )
}
