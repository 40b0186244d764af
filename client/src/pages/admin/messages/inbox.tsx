import { useQuery } from '@tanstack/react-query'
import { messageStatuses } from '@shared/list-choices'
import { useMarkAsRead } from '@/features/messages/use-inbox-actions'
import { inboxItemQuery, inboxQuery, type InboxItem } from '@/features/messages/inbox-api'
import { InboxPanel } from '@/features/messages/inbox-panel'
import type { InboxColumns } from '@/features/messages/inbox-columns'
import { useListAddress } from '@/lib/use-list-address'
import type { Nouns } from '../list-controls'
import { ListPage } from '../list-page'

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

/** The list of one kind, and what is opened of it. */
export function Inbox<Item extends InboxItem>(props: InboxProps<Item>) {
  const { kind, nouns } = props
  const address = useListAddress(messageStatuses)
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
