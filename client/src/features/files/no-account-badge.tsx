import { UserX } from 'lucide-react'
import { Badge } from '@/ui/badge'

/** Marks a document whose owner has no account, or no longer has one. */
export function NoAccountBadge({ onRed = false }: { onRed?: boolean }) {
  return (
    <Badge
      tone="danger"
      icon={<UserX aria-hidden="true" />}
      className={onRed ? 'bg-white!' : undefined}
    >
      No User Account
    </Badge>
  )
}
