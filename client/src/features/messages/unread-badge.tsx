import { useQueries } from '@tanstack/react-query'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { CountBadge } from '@/ui/badge'
import { unreadQuery, type InboxKind } from './inbox-api'

export function UnreadBadge({ kinds }: { kinds: readonly InboxKind[] }) {
  const counts = useQueries({ queries: kinds.map((kind) => unreadQuery(kind)) })
  useQuietRefresh(() => {
    for (const count of counts) void count.refetch()
  })
  const total = counts.reduce((sum, { data }) => sum + (data?.total ?? 0), 0)
  return <CountBadge count={total} label="unread" />
}
