import { useQuery } from '@tanstack/react-query'
import { messageStatuses } from '@shared/list-choices'
import type { ListedMessage, ListedReferral } from '@shared/messages'
import {
  inboxItemQuery,
  inboxQuery,
  UnreadBadge,
  type InboxItem,
} from '@/features/messages/inbox-api'
import { InboxStatus } from '@/features/messages/inbox-details'
import { InboxPanel, useMarkAsRead } from '@/features/messages/inbox-panel'
import { formatPhone } from '@/lib/format'
import { useListAddress } from '@/lib/use-list-address'
import { cx } from '@/ui/class-names'
import { timeColumn } from '@/ui/columns'
import { EmailText } from '@/ui/email-text'
import type { Column } from '@/ui/table'
import type { Nouns } from '../list-controls'
import { ListPage } from '../list-page'
import { PageTabs } from '../page-tabs'

/** The messages that visitors sent through the public forms. */
export const MessagesPage = () => (
  <PageTabs
    label="Messages"
    tabs={[
      {
        value: 'support',
        name: 'Support',
        label: (
          <>
            Support
            <UnreadBadge kinds={['support']} />
          </>
        ),
        content: (
          <Inbox
            kind="support"
            caption="Support messages"
            columns={messageColumns}
            nouns={{ singular: 'message', plural: 'messages' }}
            searchLabel="Search by name, email, or text"
            whatAppears="Messages from the support page appear here. Open one to read it and reply."
          />
        ),
      },
      {
        value: 'referrals',
        name: 'Referrals',
        label: (
          <>
            Referrals
            <UnreadBadge kinds={['referral']} />
          </>
        ),
        content: (
          <Inbox
            kind="referral"
            caption="Referrals"
            columns={referralColumns}
            density="dense"
            nouns={{ singular: 'referral', plural: 'referrals' }}
            searchLabel="Search by name, email, or phone"
            whatAppears="When someone refers a friend on the referral page, both appear here. Open the referral to contact them."
          />
        ),
      },
    ]}
  />
)

interface InboxProps<Item extends InboxItem> {
  kind: Item['kind']
  caption: string
  columns: InboxColumns<Item>
  density?: 'dense'
  nouns: Nouns
  searchLabel: string
  /** Explains an empty list. */
  whatAppears: string
}

/** The list of one kind, and the panel of the open item. */
function Inbox<Item extends InboxItem>(props: InboxProps<Item>) {
  const { kind, nouns } = props
  const address = useListAddress({ statuses: messageStatuses })
  const { search, status, cursor } = address
  const request = { search, status, cursor }
  const list = useQuery(inboxQuery<Item>(kind, request))
  // Asked for by itself: once read, it may have left the list of new ones.
  const opened = useQuery({
    ...inboxItemQuery<Item>(kind, address.open),
    enabled: address.open !== '',
  })
  useMarkAsRead(kind, opened.data ?? null)

  return (
    <>
      <ListPage
        address={address}
        list={list}
        nouns={nouns}
        search={{
          label: props.searchLabel,
          statuses: messageStatuses,
          exported: { list: kind === 'support' ? 'messages' : 'referrals', request },
        }}
        emptyTexts={{
          noMatch: `No ${nouns.plural} match`,
          noneYet: `No ${nouns.plural} yet`,
          whatAppears: props.whatAppears,
        }}
        caption={props.caption}
        columns={props.columns((item) => address.showRow(String(item.id)))}
        density={props.density}
        selectedId={opened.data?.id}
      />
      {address.open && !opened.isPending ? (
        <InboxPanel item={opened.data ?? null} onClose={() => address.showRow('')} />
      ) : null}
    </>
  )
}

type InboxColumns<Item extends InboxItem> = (onOpen: (item: Item) => void) => Column<Item>[]

const messageColumns: InboxColumns<ListedMessage> = (onOpen) => [
  {
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
    header: 'From',
    className: 'max-w-64 md:min-w-48',
    cell: (item) => <Person name={item.name} email={item.email} />,
  },
  ...statusAndTime,
]

const referralColumns: InboxColumns<ListedReferral> = (onOpen) => [
  {
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
    header: 'Phone',
    cell: (item) => (
      <span className="figures wrap-anywhere md:whitespace-nowrap">
        {formatPhone(item.referralPhone)}
      </span>
    ),
  },
  {
    header: 'Referred by',
    className: 'max-w-64 md:min-w-36',
    cell: (item) => <Person name={item.name} email={item.email} />,
  },
  ...statusAndTime,
]

const statusAndTime: Column<InboxItem>[] = [
  { header: 'Status', cell: ({ status }) => <InboxStatus status={status} /> },
  timeColumn({ header: 'Received', className: 'md:min-w-32', value: ({ createdAt }) => createdAt }),
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
