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

/** How many there are of something, in small. */
export function CountCard({ label, count, path, note }: CountCardProps) {
  return (
    <li className="relative flex min-h-11 flex-col rounded-lg border bg-white px-4 py-2.5">
      <p className="text-sm text-muted">
        {path ? (
          <Link href={path} className="hover:text-leaf after:absolute after:inset-0">
            {label}
          </Link>
        ) : (
          <span>{label}</span>
        )}
      </p>
      <div className="figures text-lg">
        {count === undefined ? (
          <Skeleton className="my-1 h-5 w-12" />
        ) : (
          <span>{formatCount(count)}</span>
        )}
      </div>
      {note ? <p className="text-sm text-muted">{note}</p> : null}
    </li>
  )
}
