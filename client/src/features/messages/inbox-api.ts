import type { ListedMessage, ListedReferral } from '@shared/messages'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { pathQuery } from '@/lib/query-client'

export type InboxItem = ListedMessage | ListedReferral
export type InboxKind = InboxItem['kind']

const listPaths: Record<InboxKind, string> = {
  support: '/api/admin/messages',
  referral: '/api/admin/referrals',
}

/** One page of an inbox, refetched whenever it is opened: new messages come by themselves. */
export const inboxQuery = <Item extends InboxItem>(kind: Item['kind'], query: PageRequest) => ({
  ...pageQuery<Item>(withQuery(listPaths[kind], query)),
  staleTime: 0,
})

/** How many no one has opened yet: the `total` of this page. */
export const unreadQuery = (kind: InboxKind) => ({
  ...pageQuery<InboxItem>(withQuery(listPaths[kind], { status: 'new', limit: '1' })),
  staleTime: 0,
})

export const inboxItemQuery = <Item extends InboxItem>(kind: Item['kind'], id: string) => {
  const path = `${listPaths[kind]}/${encodeURIComponent(id)}`
  return pathQuery<Item>(path)
}

export const inboxRefreshes = (kind: InboxKind) => [listPaths[kind], `${listPaths[kind]}/`]

export const inboxItemPath = (kind: InboxKind, id: number) => `${listPaths[kind]}/${id}`
