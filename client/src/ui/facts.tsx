import type { ReactNode } from 'react'

/** Names and values of one thing, side by side. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 sm:gap-x-6 sm:grid-cols-[minmax(7.5rem,auto)_1fr] gap-y-3">
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
