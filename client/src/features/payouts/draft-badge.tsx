import { useQuery } from '@tanstack/react-query'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { CountBadge } from '@/ui/count-badge'
import { payoutRunsQuery } from './payouts-api'

/** How many payout runs wait to be approved, or to be marked as paid. */
export function DraftBadge() {
  const { data, refetch } = useQuery(payoutRunsQuery)
  useQuietRefresh(() => void refetch())
  const waiting = data?.filter(({ state }) => state !== 'done') ?? []
  return <CountBadge count={waiting.length} label="waiting" />
}
