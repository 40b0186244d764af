import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Confirmation } from '@shared/errors'
import type { MailAvailability } from '@shared/mail'
import type { ListedMessage, ListedReferral, MessageStatusChange } from '@shared/messages'
import { request } from '@/lib/http'
import { isListOf, pageQuery, type PageRequest } from '@/lib/page-query'
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

/** One message or referral, whichever page of the list it is on. */
export const inboxItemQuery = <Item extends InboxItem>(kind: Item['kind'], id: string) => {
  const path = `${listPaths[kind]}/${encodeURIComponent(id)}`
  return pathQuery<Item>(path)
}

/** Whether the portal can send the answer itself. */
export const mailStatusQuery = pathQuery<MailAvailability>('/api/mail-status')

/** Answers by mail; what is answered is done. */
export function useReply(kind: InboxKind) {
  const queryClient = useQueryClient()
  const listPath = listPaths[kind]
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: string }) =>
      request<InboxItem>(`${listPath}/${id}/reply`, { method: 'POST', body: { body } }),
    onSuccess: () =>
      queryClient.invalidateQueries({
        predicate: (query) => String(query.queryKey[0]).startsWith(listPath),
      }),
  })
}

export function useDeleteInboxItem(kind: InboxKind) {
  const queryClient = useQueryClient()
  const listPath = listPaths[kind]
  return useMutation({
    mutationFn: ({ id }: { id: number; onGone: () => void }) =>
      request<Confirmation>(`${listPath}/${id}`, { method: 'DELETE' }),
    // Closed first: an open item would be refetched.
    onSuccess: (_done, { id, onGone }) => {
      onGone()
      queryClient.removeQueries({ queryKey: [`${listPath}/${id}`] })
    },
    // After a refusal too: it may be gone already.
    onSettled: () => queryClient.invalidateQueries({ predicate: isListOf(listPath) }),
  })
}

export function useSetInboxStatus(kind: InboxKind) {
  const queryClient = useQueryClient()
  const listPath = listPaths[kind]
  return useMutation({
    mutationFn: ({ id, ...change }: MessageStatusChange & { id: number }) =>
      request<InboxItem>(`${listPath}/${id}/status`, {
        method: 'PATCH',
        body: change,
        // Opened, it is read by itself.
        ...(change.basedOn === 'new' && change.status === 'read' && { undo: 'none' }),
      }),
    // The lists and the opened one; after a refusal too, as the status is another than was shown.
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: (query) => String(query.queryKey[0]).startsWith(listPath),
      }),
  })
}
