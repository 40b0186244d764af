import { Link } from 'wouter'
import { formatCount } from '@/lib/format'
import { Skeleton } from '@/ui/skeleton'

interface CountCardProps {
  label: string
  /** Undefined while it is loading. */
  count: number | undefined
  path?: string
  note?: string
}

export function CountCard({ label, count, path, note }: CountCardProps) {
  return (
    <li className="relative flex flex-col rounded-xl border bg-white p-4 md:p-5">
      <p className="text-sm text-muted">
        {path ? (
          <Link href={path} className="hover:text-leaf after:absolute after:inset-0">
            {label}
          </Link>
        ) : (
          label
        )}
      </p>
      <div className="figures mt-1 font-display text-3xl">
        {count === undefined ? <Skeleton className="my-1.5 h-7 w-12" /> : formatCount(count)}
      </div>
      {note ? <p className="mt-1 text-sm text-muted">{note}</p> : null}
    </li>
  )
}
