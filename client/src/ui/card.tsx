import type { ReactNode } from 'react'
import { cx } from './class-names'

type CardProps = {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside'
  className?: string
  id?: string
  'aria-labelledby'?: string
  children: ReactNode
}

/** A white sheet with a hairline. Padding belongs to the card; `className` may change it. */
export function Card({ as: Tag = 'div', className, children, ...rest }: CardProps) {
  return (
    <Tag {...rest} className={cx('rounded-xl border bg-white', className ?? 'p-4 sm:p-5 md:p-7')}>
      {children}
    </Tag>
  )
}

type CardHeaderProps = {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  as?: 'h2' | 'h3'
  id?: string
}

export function CardHeader({ title, description, actions, as: Tag = 'h2', id }: CardHeaderProps) {
  return (
    <header className="mb-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 md:mb-5">
      <div className="min-w-[min(100%,12rem)] flex-1">
        <Tag id={id} className="text-xl">
          {title}
        </Tag>
        {description ? <p className="mt-1 max-w-measure text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  )
}
