import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { referralStates, type ListedReferrer } from '@shared/referred-people'
import { stateTexts } from '@/features/referrals/hold-texts'
import { ProgramFunnel } from '@/features/referrals/program-funnel'
import {
  referredPeopleQuery,
  referredPersonQuery,
  referrersQuery,
} from '@/features/referrals/referred-people-api'
import { ReferredPeopleTable } from '@/features/referrals/referred-people-table'
import { ReferredPersonPanel } from '@/features/referrals/referred-person-panel'
import { ReferrersTable } from '@/features/referrals/referrers-table'
import { AdjustDialog } from '@/features/rewards/adjust-dialog'
import { paths, withQuery } from '@/lib/paths'
import { useListAddress } from '@/lib/use-list-address'
import { Button, buttonClass } from '@/ui/button'
import { SearchField } from '@/ui/search-field'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { ListPage, ListTable } from '../list-page'
import { useReviewedList } from '../use-reviewed-list'

const tabs = ['people', 'referrers', 'funnel'] as const

/** Who was referred, who referred them, and the outcome. The address holds the tab like the filters. */
export function ReferralsPage() {
  const [, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const tab = tabs.find((known) => known === query.get('tab')) ?? 'people'

  function handleTab(value: string) {
    navigate(withQuery(paths.adminReferrals, { tab: value === 'people' ? undefined : value }))
  }

  return (
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
  )
}

/** Everyone who was referred, and what is opened of them. */
function PeopleList() {
  const address = useListAddress(referralStates, ['oldest'])
  const { search, status, sort } = address.request
  const request = { search, status, sort }
  const { list, row } = useReviewedList({
    address,
    page: (cursor) => referredPeopleQuery({ ...request, cursor }),
    findRow: referredPersonQuery,
  })
  return (
    <>
      <ListPage
        address={address}
        list={list}
        nouns={{ singular: 'referral', plural: 'referrals' }}
        search={{
          label: 'Search by name, email, phone, or code',
          statuses: referralStates,
          statusWords: stateTexts,
          exported: { list: 'referred-people', request },
        }}
        emptyTexts={{
          noMatch: 'No referrals match',
          noneYet: 'No referrals yet',
          whatAppears:
            'People who sign up through a referral link or form appear here, with the reward they earn. Open one to see it, or to settle a hold.',
          action: <ReferralPageLink />,
        }}
      >
        {(shown) => (
          <ReferredPeopleTable
            {...shown}
            selectedId={row.opened?.id ?? null}
            onSelect={({ id }) => address.showRow(String(id))}
            sorting={{ sort: address.sort, onSort: address.sortBy }}
          />
        )}
      </ListPage>
      {row.opened || row.isMissing ? (
        <ReferredPersonPanel person={row.opened} onClose={() => address.showRow('')} />
      ) : null}
    </>
  )
}

/** Where people get their links. */
const ReferralPageLink = () => (
  <Link href={paths.referralProgram} className={buttonClass({ variant: 'secondary' })}>
    See the Referral Page
  </Link>
)

/** Everyone who has referred someone, with the outcome. */
function ReferrerList() {
  const address = useListAddress([])
  const { search, cursor } = address
  const list = useQuery(referrersQuery({ search, cursor }))
  const [adjusted, setAdjusted] = useState<ListedReferrer | null>(null)
  return (
    <>
      <div className="mb-3 flex">
        <SearchField
          label="Search by name, email, or phone"
          value={address.searchText}
          onChange={address.setSearchText}
        />
      </div>
      <ListTable
        address={address}
        list={list}
        nouns={{ singular: 'referrer', plural: 'referrers' }}
        emptyTexts={{
          noMatch: 'No referrers match',
          noneYet: 'No referrers yet',
          whatAppears:
            'Anyone whose referrals signed up appears here, with what they earned and what they’re owed. You can adjust their balance here.',
          action: <ReferralPageLink />,
        }}
      >
        {(shown) => (
          <ReferrersTable
            {...shown}
            renderActions={(referrer) => (
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Adjust the balance of ${referrer.name}`}
                onClick={() => setAdjusted(referrer)}
              >
                Adjust
              </Button>
            )}
          />
        )}
      </ListTable>
      {adjusted ? <AdjustDialog payee={adjusted} onClose={() => setAdjusted(null)} /> : null}
    </>
  )
}
