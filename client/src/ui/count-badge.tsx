import { Badge } from './badge'

/** How many wait, beside what leads to them; nothing while none do. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <Badge tone="warning">
      <span className="figures">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </Badge>
  )
}
