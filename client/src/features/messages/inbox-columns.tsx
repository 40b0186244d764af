import type { ListedMessage, ListedReferral } from '@shared/messages'
import { formatPhone } from '@/lib/format'
import { cx } from '@/ui/class-names'
import { timeColumn } from '@/ui/columns'
import { EmailText } from '@/ui/email-text'
import type { Column } from '@/ui/table'
import type { InboxItem } from './inbox-api'
import { InboxStatus } from './inbox-details'

export type InboxColumns<Item extends InboxItem> = (onOpen: (item: Item) => void) => Column<Item>[]

export const messageColumns: InboxColumns<ListedMessage> = (onOpen) => [
  {
    key: 'subject',
    header: 'Message',
    hideLabel: true,
    className: 'md:w-1/2 md:max-w-0 md:min-w-44',
    cell: (item) => (
      <div className="min-w-0 md:py-1">
        <OpenItem isUnread={item.status === 'new'} onOpen={() => onOpen(item)}>
          {item.subject}
        </OpenItem>
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

export const referralColumns: InboxColumns<ListedReferral> = (onOpen) => [
  {
    key: 'referral',
    header: 'Referral',
    className: 'max-w-64 md:min-w-36',
    cell: (item) => (
      <div className="min-w-0">
        <OpenItem isUnread={item.status === 'new'} onOpen={() => onOpen(item)}>
          {item.referralName}
        </OpenItem>
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

const statusAndTime: Column<InboxItem>[] = [
  { key: 'status', header: 'Status', cell: ({ status }) => <InboxStatus status={status} /> },
  timeColumn({
    key: 'received',
    header: 'Received',
    className: 'md:min-w-32',
    value: ({ createdAt }) => createdAt,
  }),
]

/** Opens the row; the bold name and the dot say that no one has yet. */
function OpenItem(props: { isUnread: boolean; onOpen: () => void; children: string }) {
  const { isUnread, onOpen, children } = props
  return (
    <button
      type="button"
      className={cx(
        'link inline-flex items-start wrap-anywhere text-left pointer-coarse:py-2.5',
        isUnread ? 'font-semibold' : 'font-normal',
      )}
      onClick={onOpen}
    >
      {isUnread ? (
        <>
          <span aria-hidden="true" className="mt-2.25 mr-2 size-2 shrink-0 rounded-full bg-brass" />
          <span className="sr-only">Unread: </span>
        </>
      ) : null}
      <bdi className="line-clamp-2 min-w-0">{children}</bdi>
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
