import type { ReactNode } from 'react'
import { cx } from './class-names'
import { Motif } from './logo'

type EmptyStateProps = {
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
  className?: string
}

export function EmptyState({ title, description, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center px-4 py-12 text-center', className)}>
      <Motif strokeWidth={1.5} className="h-16 w-auto" />
      <p data-title tabIndex={-1} className="mt-5 font-display text-xl text-balance">
        {title}
      </p>
      {description ? <p className="mt-2 max-w-md text-balance text-muted">{description}</p> : null}
      {action ? <div className="mt-6">{action}</div> : null}
    </div>
  )
}
