import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { Badge } from './badge'

/** Green, red, and yellow for any other word; each with an icon and the capitalized word. */
export function StatusBadge({ status, className }: { status: string; className?: string }) {
  const word = status.charAt(0).toUpperCase() + status.slice(1)

  if (status === 'approved') {
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden="true" />} className={className}>
        {word}
      </Badge>
    )
  }
  if (status === 'rejected') {
    return (
      <Badge tone="danger" icon={<CircleX aria-hidden="true" />} className={className}>
        {word}
      </Badge>
    )
  }
  return (
    <Badge tone="warning" icon={<Clock aria-hidden="true" />} className={className}>
      {word}
    </Badge>
  )
}
