import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Skeleton } from '@/ui/skeleton'
import { StatusBadge } from '@/ui/status-badge'

export interface RecentItem {
  id: number
  name: ReactNode
  path: string
  facts: ReactNode
  time: string
  status: string
}

interface RecentListProps {
  /** Undefined while they are loading. */
  items: RecentItem[] | undefined
  empty: ReactNode
}

/** Someone's name, however long, on one line. */
export const CutName = ({ name }: { name: string }) => (
  <span title={name} className="block min-w-0 truncate">
    {name}
  </span>
)

/** The newest of a list, two lines each. */
export function RecentList({ items, empty }: RecentListProps) {
  if (items?.length === 0) return <div className="rounded-xl border bg-white">{empty}</div>
  return (
    <ul className="rounded-xl border bg-white" aria-busy={!items || undefined}>
      {items?.map((item) => (
        <li key={item.id} className="flex items-center gap-4 border-t px-4 py-3 first:border-t-0">
          <div className="min-w-0 flex-1">
            <Link
              href={item.path}
              className="link flex w-fit max-w-full min-w-0 items-center font-medium pointer-coarse:min-h-11"
            >
              {item.name}
            </Link>
            <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
              {item.facts}
              <span className="figures whitespace-nowrap">{item.time}</span>
            </div>
          </div>
          <StatusBadge status={item.status} />
        </li>
      )) ?? <Placeholders />}
    </ul>
  )
}

function Placeholders() {
  return Array.from({ length: 5 }, (_, index) => (
    <li key={index} aria-hidden="true" className="border-t px-4 py-3 first:border-t-0">
      <Skeleton className="my-1.5 h-4 w-1/2" />
      <Skeleton className="my-1.5 h-3 w-3/4" />
    </li>
  ))
}
