import { useQueries } from '@tanstack/react-query'
import type { ListedMessage, ListedReferral } from '@shared/messages'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { pathQuery } from '@/lib/query-client'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { CountBadge } from '@/ui/badge'

export type InboxItem = ListedMessage | ListedReferral
export type InboxKind = InboxItem['kind']

const listPaths: Record<InboxKind, string> = {
  support: '/api/admin/messages',
  referral: '/api/admin/referrals',
}

/** One page of an inbox, refetched whenever it is opened: new messages come by themselves. */
export const inboxQuery = <Item extends InboxItem>(kind: Item['kind'], query: PageRequest) =>
  pageQuery<Item>(listPaths[kind], query, { fresh: true })

/** How many no one has opened yet: the `total` of this page. */
const unreadQuery = (kind: InboxKind) =>
  pageQuery<InboxItem>(listPaths[kind], { status: 'new', limit: '1' }, { fresh: true })

export const inboxItemQuery = <Item extends InboxItem>(kind: Item['kind'], id: string) => {
  const path = `${listPaths[kind]}/${encodeURIComponent(id)}`
  return pathQuery<Item>(path)
}

export const inboxRefreshes = (kind: InboxKind) => [listPaths[kind], `${listPaths[kind]}/`]

export const inboxItemPath = (kind: InboxKind, id: number) => `${listPaths[kind]}/${id}`

export function UnreadBadge({ kinds }: { kinds: readonly InboxKind[] }) {
  const counts = useQueries({ queries: kinds.map((kind) => unreadQuery(kind)) })
  useQuietRefresh(() => {
    for (const count of counts) void count.refetch()
  })
  const total = counts.reduce((sum, { data }) => sum + (data?.total ?? 0), 0)
  return <CountBadge count={total} label="unread" />
}
