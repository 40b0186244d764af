import type { ReactNode } from 'react'
import { cx } from './class-names'

interface FactsProps {
  /** Sentences: on phones each is below its name. */
  areProse?: boolean
  children: ReactNode
}

/** Names and values of one thing, side by side. */
export function Facts({ areProse = false, children }: FactsProps) {
  return (
    <dl
      className={cx(
        'grid gap-y-3 sm:grid-cols-[minmax(7.5rem,auto)_1fr] sm:gap-x-6',
        areProse ? 'max-sm:[&>dd]:-mt-3' : 'grid-cols-[auto_1fr] gap-x-4',
      )}
    >
      {children}
    </dl>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm leading-6.5 text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
