import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { messageStatuses } from '@shared/messages'
import { useMarkAsRead } from '@/features/messages/inbox-actions'
import { inboxItemQuery, inboxQuery, type InboxItem } from '@/features/messages/inbox-api'
import { InboxPanel } from '@/features/messages/inbox-panel'
import type { InboxTableProps } from '@/features/messages/inbox-tables'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { EmptyList } from '../empty-list'
import { ListControls, ListPager } from '../list-controls'

interface InboxProps<Item extends InboxItem> {
  kind: Item['kind']
  table: ComponentType<InboxTableProps<Item>>
  one: string
  many: string
  searchLabel: string
  /** What will be here, while nothing is. */
  whatAppears: string
}

/** The list of one kind, and what is opened of it. */
export function Inbox<Item extends InboxItem>(props: InboxProps<Item>) {
  const { kind, table: Table, one, many } = props
  const address = useListAddress()
  const { search, status, cursor } = address
  const list = useQuery(inboxQuery<Item>(kind, { search, status, cursor }))
  // Asked for by itself: once read, it may have left the list of new ones.
  const opened = useQuery({
    ...inboxItemQuery<Item>(kind, address.open),
    enabled: address.open !== '',
  })
  useMarkAsRead(kind, opened.data ?? null)

  return (
    <>
      <ListControls
        address={address}
        searchLabel={props.searchLabel}
        count={{ page: list.data, one, many }}
        statuses={messageStatuses}
      />
      {list.isError ? (
        <Notice
          tone="danger"
          title={`The ${many} could not be loaded`}
          actions={<Button onClick={() => void list.refetch()}>Try again</Button>}
        />
      ) : (
        <Table
          rows={list.data?.rows ?? []}
          isLoading={list.isPending}
          selectedId={opened.data?.id ?? null}
          onSelect={(item) => address.showRow(String(item.id))}
          empty={
            <EmptyList
              address={address}
              page={list.data}
              noMatch={`No ${many} match`}
              noneYet={`No ${many} yet`}
              whatAppears={props.whatAppears}
            />
          }
        />
      )}
      <ListPager address={address} next={list.data?.next ?? null} />
      {address.open && !opened.isPending ? (
        <InboxPanel item={opened.data ?? null} onClose={() => address.showRow('')} />
      ) : null}
    </>
  )
}
