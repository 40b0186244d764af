import { useId, type ReactNode } from 'react'
import { cx } from './class-names'

interface CardProps {
  as?: 'div' | 'section' | 'li'
  className?: string
  /** A card with a title is a section of the page, named by it. */
  title?: ReactNode
  titleAs?: 'h2' | 'h3'
  /** The anchor of the title; without a title, that of the heading inside that names the card. */
  titleId?: string
  description?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  children?: ReactNode
}

/** A white sheet with a hairline. Padding belongs to the card; `className` may change it. */
export function Card(props: CardProps) {
  const { className, title, titleId, children } = props
  const ownId = useId()
  const id = titleId ?? (title === undefined ? undefined : ownId)
  const { as: Tag = id ? 'section' : 'div' } = props
  return (
    <Tag
      aria-labelledby={id}
      className={cx('rounded-xl border bg-white', className ?? 'p-4 sm:p-5 md:p-7')}
    >
      <CardHeader {...props} id={id} />
      {children}
    </Tag>
  )
}

function CardHeader(props: Omit<CardProps, 'children'> & { id: string | undefined }) {
  const { title, titleAs: Title = 'h2', description, actions, id } = props
  return title === undefined ? null : (
    <header className="mb-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 md:mb-5">
      <div className="min-w-[min(100%,12rem)] flex-1">
        <Title id={id} className="text-xl">
          {title}
        </Title>
        {description ? <p className="mt-1 max-w-measure text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  )
}

interface PanelSectionProps {
  title: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of the panel beside a list, named by its title. */
export function PanelSection(props: PanelSectionProps) {
  const { title, actions, className = 'grid gap-3 border-t pt-4', children } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 id={id} className="text-base font-medium wrap-anywhere">
          {title}
        </h3>
        {actions}
      </div>
      {children}
    </section>
  )
}
