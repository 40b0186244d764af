import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { referralStates, type ListedReferrer, type ReferredPerson } from '@shared/referred-people'
import { sourceTexts, stateTexts } from '@/features/referrals/hold-texts'
import { ProgramFunnel } from '@/features/referrals/program-funnel'
import {
  referredPeopleQuery,
  referredPersonQuery,
  referrersQuery,
} from '@/features/referrals/referred-people-api'
import { ReferredPersonPanel } from '@/features/referrals/referred-person-panel'
import { ReferralStatus } from '@/features/referrals/referred-person-panel'
import { AdjustDialog } from '@/features/rewards/adjust-dialog'
import { paths } from '@/lib/paths'
import { useListAddress } from '@/lib/use-list-address'
import { Button, buttonClass } from '@/ui/button'
import { sortedBy } from '@/ui/column-sort'
import {
  actionsColumn,
  countColumn,
  dateColumn,
  emailColumn,
  moneyColumn,
  openColumn,
  textColumn,
  type ListContext,
} from '@/ui/columns'
import { TwoLines, UserLink } from '@/ui/text'
import { SearchField } from '@/ui/search-field'
import type { Column } from '@/ui/table'
import { ListPage, ListTable } from '../list-page'
import { PageTabs } from '../page-tabs'
import { useReviewedList } from '../use-reviewed-list'

/** The people who were referred, those who referred them, and the outcome. */
export const ReferralsPage = () => (
  <PageTabs
    label="Referrals"
    tabs={[
      { value: 'people', label: 'People Referred', content: <PeopleList /> },
      { value: 'referrers', label: 'By Referrer', content: <ReferrerList /> },
      { value: 'funnel', label: 'Funnel', content: <ProgramFunnel /> },
    ]}
  />
)

/** Everyone who was referred, and the panel of the open one. */
function PeopleList() {
  const address = useListAddress({ statuses: referralStates, sorts: ['oldest'] })
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
        caption="People who were referred"
        columns={peopleColumns({
          onOpen: ({ id }) => address.showRow(String(id)),
          sorting: { sort: address.sort, onSort: address.sortBy },
        })}
        density="lines"
        selectedId={row.opened?.id}
      />
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
  const address = useListAddress()
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
        caption="Referrers"
        columns={referrerColumns(setAdjusted)}
        density="lines"
      />
      {adjusted ? <AdjustDialog payee={adjusted} onClose={() => setAdjusted(null)} /> : null}
    </>
  )
}

const peopleColumns = (
  context: Pick<ListContext<ReferredPerson>, 'onOpen' | 'sorting'>,
): Column<ReferredPerson>[] => [
  openColumn({
    header: 'Person',
    className: 'w-1/3 max-w-0',
    name: ({ referred }) => referred?.name ?? 'Deleted account',
    onOpen: context.onOpen,
  }),
  textColumn({
    header: 'Referred by',
    className: 'w-1/3 max-w-0',
    value: ({ referrer }) => referrer?.name,
    without: 'No one',
  }),
  emailColumn({
    header: 'Referrer’s email',
    isSecondary: true,
    className: 'w-1/3 max-w-0',
    value: ({ referrer }) => referrer?.email,
  }),
  {
    header: 'Source',
    isSecondary: true,
    cell: ({ source }) => <span className="whitespace-nowrap">{sourceTexts[source]}</span>,
  },
  { header: 'Status', cell: (person) => <ReferralStatus person={person} /> },
  moneyColumn({ header: 'Reward', value: ({ rewardCents }) => rewardCents || null }),
  dateColumn({
    header: 'Signed up',
    sort: sortedBy(context.sorting, { ascending: 'oldest', descending: 'newest' }),
    value: ({ signedUpAt }) => signedUpAt,
  }),
]

const referrerColumns = (
  onAdjust: (referrer: ListedReferrer) => void,
): Column<ListedReferrer>[] => [
  {
    header: 'Referrer',
    className: 'w-1/2 max-w-0',
    cell: (referrer) => (
      <TwoLines text={referrer.name}>
        <UserLink user={referrer} without="" />
      </TwoLines>
    ),
  },
  emailColumn({
    header: 'Email',
    isSecondary: true,
    className: 'w-1/2 max-w-0',
    value: ({ email }) => email,
  }),
  countColumn({ header: 'Signed up', value: ({ signedUp }) => signedUp }),
  countColumn({ header: 'Approved', value: ({ approved }) => approved }),
  moneyColumn({ header: 'Earned', value: ({ earnedCents }) => earnedCents }),
  moneyColumn({ header: 'Payable', value: ({ payableCents }) => payableCents }),
  dateColumn({
    header: 'Last sign-up',
    isSecondary: true,
    value: ({ lastSignUpAt }) => lastSignUpAt,
  }),
  actionsColumn((referrer) => (
    <Button
      size="sm"
      variant="secondary"
      aria-label={`Adjust the balance of ${referrer.name}`}
      onClick={() => onAdjust(referrer)}
    >
      Adjust
    </Button>
  )),
]
