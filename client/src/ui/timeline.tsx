import { Check } from 'lucide-react'
import { cx } from './class-names'
import { Unbroken } from './unbroken'

export type TimelineItem = {
  title: string
  description?: string
  state: 'done' | 'current' | 'upcoming'
}

const spoken = { done: 'Done: ', current: 'Now: ', upcoming: 'Later: ' }

const marks = {
  done: 'border-evergreen bg-evergreen text-white',
  current: 'border-brass bg-white ring-4 ring-brass-light/35',
  upcoming: 'border-control bg-white',
}

export function Timeline({ items, className }: { items: TimelineItem[]; className?: string }) {
  return (
    <ol className={className}>
      {items.map(({ title, description, state }, index) => (
        <li
          key={title}
          aria-current={state === 'current' ? 'step' : undefined}
          className="relative flex gap-4 pb-3 last:pb-0 md:pb-7"
        >
          {index < items.length - 1 ? (
            <span
              aria-hidden="true"
              className={cx(
                'absolute top-7 bottom-1 left-[11px] w-px',
                state === 'done' ? 'bg-evergreen' : 'bg-hairline',
              )}
            />
          ) : null}
          <span
            aria-hidden="true"
            className={cx(
              'mt-px flex size-[23px] shrink-0 items-center justify-center rounded-full border',
              marks[state],
            )}
          >
            {state === 'done' ? <Check className="size-3.5" strokeWidth={2.75} /> : null}
            {state === 'current' ? <span className="size-2 rounded-full bg-brass" /> : null}
          </span>
          <div className="min-w-0">
            <p className={cx('leading-6', state === 'upcoming' ? 'text-muted' : 'font-medium')}>
              <span className="sr-only">{spoken[state]}</span>
              <Unbroken>{title}</Unbroken>
            </p>
            {description ? (
              <div className="mt-0.5 text-sm wrap-anywhere text-muted">
                <Unbroken>{description}</Unbroken>
              </div>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
