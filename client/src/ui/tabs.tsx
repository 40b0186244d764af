import * as Radix from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import { cx } from './class-names'

export const Tabs = Radix.Root

type TabListProps = { label: string; className?: string; children: ReactNode }

export function TabList({ label, className, children }: TabListProps) {
  return (
    <Radix.List
      aria-label={label}
      className={cx(
        'flex overflow-x-auto shadow-[inset_0_-1px_0_var(--hairline)] [scrollbar-width:none] max-sm:text-sm sm:gap-1 md:gap-4',
        className,
      )}
    >
      {children}
    </Radix.List>
  )
}

type TabProps = { value: string; icon?: ReactNode; children: ReactNode }

export function Tab({ value, icon, children }: TabProps) {
  return (
    <Radix.Trigger
      value={value}
      className={cx(
        'flex min-h-12 items-center gap-2 rounded-t-sm px-1.5 py-2 text-left leading-5 font-medium text-muted transition-colors',
        'hover:text-ink focus-visible:rounded-sm focus-visible:-outline-offset-2 data-[state=active]:text-evergreen sm:px-2',
        'data-[state=active]:shadow-[inset_0_-2px_0_var(--evergreen)] [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:stroke-[1.75]',
      )}
    >
      {icon}
      <span className="contents">{children}</span>
    </Radix.Trigger>
  )
}

type TabPanelProps = {
  value: string
  forceMount?: boolean
  className?: string
  children: ReactNode
}

/** `forceMount` keeps an inactive panel's state (a half-filled form) while it is hidden. */
export function TabPanel({ value, forceMount, className, children }: TabPanelProps) {
  return (
    <Radix.Content
      value={value}
      forceMount={forceMount ? true : undefined}
      className={cx(
        'pt-6 data-[state=active]:animate-fade-in data-[state=inactive]:hidden',
        className,
      )}
    >
      {children}
    </Radix.Content>
  )
}
