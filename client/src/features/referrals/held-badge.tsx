import { useQuery } from '@tanstack/react-query'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { CountBadge } from '@/ui/count-badge'
import { referredPeopleQuery } from './referred-people-api'

/** How many rewards wait for the administrator to release or void them. */
export function HeldBadge() {
  const { data, refetch } = useQuery(referredPeopleQuery({ status: 'held', limit: '1' }))
  useQuietRefresh(() => void refetch())
  return <CountBadge count={data?.total ?? 0} label="on hold" />
}
