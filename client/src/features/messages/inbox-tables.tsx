import type { ComponentProps, ReactNode } from 'react'
import type { ListedMessage, ListedReferral } from '@shared/messages'
import { formatDateTime, formatPhone } from '@/lib/format'
import { cx } from '@/ui/class-names'
import { DateTime } from '@/ui/date-time'
import { EmailText } from '@/ui/email-text'
import { DataTable, type Column } from '@/ui/table'
import type { InboxItem } from './inbox-api'
import { InboxStatus } from './inbox-status'

export interface InboxTableProps<Item extends InboxItem> {
  rows: Item[]
  isLoading: boolean
  empty: ReactNode
  selectedId: number | null
  onSelect: (item: Item) => void
}

export function MessagesTable(props: InboxTableProps<ListedMessage>) {
  const columns: Column<ListedMessage>[] = [
    {
      key: 'subject',
      header: 'Message',
      hideLabel: true,
      className: 'md:w-1/2 md:max-w-0 md:min-w-44',
      cell: (item) => (
        <div className="min-w-0 md:py-1">
          <OpenButton item={item} onSelect={props.onSelect}>
            {item.subject}
          </OpenButton>
          <p dir="auto" className="mt-0.5 truncate text-sm text-muted">
            {item.message}
          </p>
        </div>
      ),
    },
    {
      key: 'from',
      header: 'From',
      className: 'max-w-64 md:min-w-48',
      cell: (item) => <Person name={item.name} email={item.email} />,
    },
    ...statusAndTime,
  ]
  return <InboxTable {...props} columns={columns} caption="Support messages" />
}

export function ReferralsTable(props: InboxTableProps<ListedReferral>) {
  const columns: Column<ListedReferral>[] = [
    {
      key: 'referral',
      header: 'Referral',
      className: 'max-w-64 md:min-w-36',
      cell: (item) => (
        <div className="min-w-0">
          <OpenButton item={item} onSelect={props.onSelect}>
            {item.referralName}
          </OpenButton>
          <p className="text-sm text-muted">
            <EmailText email={item.referralEmail} />
          </p>
        </div>
      ),
    },
    {
      key: 'phone',
      header: 'Phone',
      cell: (item) => (
        <span className="figures wrap-anywhere md:whitespace-nowrap">
          {formatPhone(item.referralPhone)}
        </span>
      ),
    },
    {
      key: 'by',
      header: 'Referred by',
      className: 'max-w-64 md:min-w-36',
      cell: (item) => <Person name={item.name} email={item.email} />,
    },
    ...statusAndTime,
  ]
  return <InboxTable {...props} columns={columns} caption="Referrals" cardsBelow="52rem" />
}

const statusAndTime: Column<InboxItem>[] = [
  { key: 'status', header: 'Status', cell: (item) => <InboxStatus status={item.status} /> },
  {
    key: 'received',
    header: 'Received',
    className: 'md:min-w-32',
    cell: (item) => <DateTime text={formatDateTime(item.createdAt)} />,
  },
]

function InboxTable<Item extends InboxItem>({
  rows,
  isLoading,
  empty,
  selectedId,
  ...table
}: InboxTableProps<Item> &
  Pick<ComponentProps<typeof DataTable<Item>>, 'columns' | 'caption' | 'cardsBelow'>) {
  return (
    <DataTable
      {...table}
      rows={rows}
      rowKey={(item) => item.id}
      loading={isLoading}
      empty={empty}
      selectedKey={selectedId}
    />
  )
}

/** Opens the row; the bold name and the dot say that no one has yet. */
function OpenButton<Item extends InboxItem>(props: {
  item: Item
  onSelect: (item: Item) => void
  children: string
}) {
  const isUnread = props.item.status === 'new'
  return (
    <button
      type="button"
      className={cx(
        'link inline-flex items-start wrap-anywhere text-left pointer-coarse:py-2.5',
        isUnread ? 'font-semibold' : 'font-normal',
      )}
      onClick={() => props.onSelect(props.item)}
    >
      {isUnread ? (
        <>
          <span aria-hidden="true" className="mt-2.25 mr-2 size-2 shrink-0 rounded-full bg-brass" />
          <span className="sr-only">Unread: </span>
        </>
      ) : null}
      <bdi className="line-clamp-2 min-w-0">{props.children}</bdi>
    </button>
  )
}

function Person({ name, email }: { name: string | null; email: string | null }) {
  return (
    <div className="min-w-0">
      {name ? (
        <p className="wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
      ) : null}
      {email ? (
        <p className={name ? 'text-sm text-muted' : undefined}>
          <EmailText email={email} />
        </p>
      ) : null}
    </div>
  )
}
