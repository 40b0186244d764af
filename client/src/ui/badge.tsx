import type { ReactNode } from 'react'
import { cx } from './class-names'

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
