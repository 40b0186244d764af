import type { ReactNode } from 'react'
import { formatCents } from '@shared/money'
import type { ReferredPerson } from '@shared/referred-people'
import { formatDate, formatDateTime } from '@/lib/format'
import { sortedBy, type Sorting } from '@/ui/column-sort'
import { ListedEmail } from '@/ui/email-text'
import { OneLine } from '@/ui/one-line'
import { ShortDate } from '@/ui/short-date'
import { DataTable, type Column } from '@/ui/table'
import { sourceTexts } from './hold-texts'
import { ReferralStatus } from './referral-status'

interface ReferredPeopleTableProps {
  rows: ReferredPerson[]
  isLoading: boolean
  empty: ReactNode
  selectedId: number | null
  onSelect: (person: ReferredPerson) => void
  sorting: Sorting
}

export function ReferredPeopleTable(props: ReferredPeopleTableProps) {
  const { rows, isLoading, empty, selectedId, onSelect, sorting } = props
  const columns: Column<ReferredPerson>[] = [
    {
      key: 'person',
      header: 'Person',
      className: 'w-1/3 max-w-0',
      cell: (person) => (
        <button
          type="button"
          className="link flex max-w-full items-center text-left font-medium pointer-coarse:min-h-11"
          onClick={() => onSelect(person)}
        >
          <OneLine text={person.referred?.name ?? 'Deleted account'} />
        </button>
      ),
    },
    {
      key: 'referrer',
      header: 'Referred by',
      className: 'w-1/3 max-w-0',
      cell: ({ referrer }) => (
        <OneLine text={referrer?.name ?? 'No one'}>
          <bdi>{referrer?.name ?? 'No one'}</bdi>
        </OneLine>
      ),
    },
    {
      key: 'email',
      header: 'Referrer’s email',
      isSecondary: true,
      className: 'w-1/3 max-w-0',
      cell: ({ referrer }) => (referrer ? <ListedEmail email={referrer.email} /> : <span>–</span>),
    },
    {
      key: 'source',
      header: 'Source',
      isSecondary: true,
      cell: ({ source }) => <span className="whitespace-nowrap">{sourceTexts[source]}</span>,
    },
    { key: 'status', header: 'Status', cell: (person) => <ReferralStatus person={person} /> },
    {
      key: 'reward',
      header: 'Reward',
      align: 'right',
      cell: ({ rewardCents }) => (rewardCents === 0 ? '–' : formatCents(rewardCents)),
    },
    {
      key: 'signed-up',
      header: 'Signed up',
      sort: sortedBy(sorting, { ascending: 'oldest', descending: 'newest' }),
      cell: ({ signedUpAt }) => (
        <ShortDate day={formatDate(signedUpAt)} full={formatDateTime(signedUpAt)} />
      ),
    },
  ]
  return (
    <DataTable
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      caption="People who were referred"
      loading={isLoading}
      empty={empty}
      selectedKey={selectedId}
      oneLine
    />
  )
}
