import { useQuery } from '@tanstack/react-query'
import { messageStatuses } from '@shared/list-choices'
import { useMarkAsRead } from '@/features/messages/use-inbox-actions'
import { inboxItemQuery, inboxQuery, type InboxItem } from '@/features/messages/inbox-api'
import { InboxPanel } from '@/features/messages/inbox-panel'
import { useListAddress } from '@/lib/use-list-address'
import {
  messageColumns,
  referralColumns,
  type InboxColumns,
} from '@/features/messages/inbox-columns'
import { UnreadBadge } from '@/features/messages/unread-badge'
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
