import type { ReactNode } from 'react'
import { cx } from './class-names'
import { CircleCheck, CircleX, Clock } from 'lucide-react'

export type BadgeTone = 'success' | 'danger' | 'warning' | 'neutral'

const tones: Record<BadgeTone, string> = {
  success: 'bg-success-surface text-success',
  danger: 'bg-danger-surface text-danger',
  warning: 'bg-warning-surface text-warning',
  neutral: 'bg-sand text-ink',
}

type BadgeProps = {
  tone?: BadgeTone
  icon?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap',
        '[&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:stroke-2',
        tones[tone],
        className,
      )}
    >
      {icon}
      <span className="contents">{children}</span>
    </span>
  )
}

/** Green, red, and yellow for any other word; each with an icon and the capitalized word. */
export function StatusBadge({ status, className }: { status: string; className?: string }) {
  const word = status.charAt(0).toUpperCase() + status.slice(1)

  if (status === 'approved') {
    return (
      <Badge tone="success" icon={<CircleCheck />} className={className}>
        {word}
      </Badge>
    )
  }
  if (status === 'rejected') {
    return (
      <Badge tone="danger" icon={<CircleX />} className={className}>
        {word}
      </Badge>
    )
  }
  return (
    <Badge tone="warning" icon={<Clock />} className={className}>
      {word}
    </Badge>
  )
}

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
