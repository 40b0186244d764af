import type { ListedUser } from '@shared/users'
import { Badge } from '@/ui/badge'

/** Marks someone who may have another account; the panel says which, and why. */
export function DuplicateBadge({ user }: { user: Pick<ListedUser, 'mayBeDuplicate'> }) {
  return user.mayBeDuplicate ? <Badge tone="warning">Same person?</Badge> : null
}
