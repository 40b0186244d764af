import type { ReactNode } from 'react'
import { cx } from './class-names'
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'

export type BadgeTone = 'success' | 'danger' | 'warning' | 'neutral'

const tones: Record<BadgeTone, string> = {
  success: 'bg-success-surface text-success',
  danger: 'bg-danger-surface text-danger',
  warning: 'bg-warning-surface text-warning',
  neutral: 'bg-sand text-ink',
}

export interface BadgeLook {
  tone?: BadgeTone
  icon?: LucideIcon
}

type BadgeProps = BadgeLook & { className?: string | undefined; children: ReactNode }

export function Badge({ tone = 'neutral', icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap',
        '[&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:stroke-2',
        tones[tone],
        className,
      )}
    >
      {Icon ? <Icon /> : null}
      <span className="contents">{children}</span>
    </span>
  )
}

const looks: Readonly<Record<string, BadgeLook>> = {
  approved: { tone: 'success', icon: CircleCheck },
  rejected: { tone: 'danger', icon: CircleX },
}
const pending: BadgeLook = { tone: 'warning', icon: Clock }

interface StatusBadgeProps {
  status: string
  /** Beside an open panel, which has the word. */
  isIcon?: boolean
  className?: string
}

/** Green, red, and yellow for any other word; each with an icon and the capitalized word. */
export function StatusBadge({ status, isIcon = false, className }: StatusBadgeProps) {
  const word = status.charAt(0).toUpperCase() + status.slice(1)
  return (
    <Badge {...(looks[status] ?? pending)} className={cx(isIcon && 'px-1! py-1!', className)}>
      {isIcon ? <span className="sr-only">{word}</span> : word}
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
