import type { ListedUser } from '@shared/users'
import { formatMonthDay } from '@/lib/format'
import { Badge } from '@/ui/badge'

/** Marks someone who is closing the account; nothing for anyone else. */
export function ClosingBadge({ user: { closesAt } }: { user: Pick<ListedUser, 'closesAt'> }) {
  return closesAt ? <Badge tone="warning">Closes on {formatMonthDay(closesAt)}</Badge> : null
}
