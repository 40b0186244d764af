import { Check } from 'lucide-react'
import { cx } from './class-names'

type StepsProps = { steps: string[]; current: number; className?: string }

export function Steps({ steps, current, className }: StepsProps) {
  return (
    <ol aria-label="Progress" className={cx('flex gap-2 md:gap-4', className)}>
      {steps.map((step, index) => {
        const done = index < current
        const active = index === current
        return (
          <li
            key={step}
            aria-current={active ? 'step' : undefined}
            className={cx(
              'min-w-0 flex-1 border-t-2 pt-3 transition-colors',
              done && 'border-evergreen',
              active && 'border-brass',
              !done && !active && 'border-hairline',
            )}
          >
            <span className="flex items-baseline gap-2 text-sm leading-5 max-sm:flex-col max-sm:gap-0.5">
              <span
                aria-hidden="true"
                className={cx(
                  'figures font-display text-base',
                  done ? 'text-evergreen' : active ? 'text-brass-text' : 'text-muted',
                )}
              >
                {done ? (
                  <Check className="inline size-4 align-[-2px]" strokeWidth={2.25} />
                ) : (
                  <span>{index + 1}</span>
                )}
              </span>
              <span className={active ? 'font-medium text-ink' : 'text-muted'}>
                <span>{step}</span>
                {done ? <span className="sr-only"> (completed)</span> : null}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
