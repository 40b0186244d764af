import { Link } from 'wouter'
import { formatCount } from '@/lib/format-count'
import { cx } from '@/ui/class-names'
import { Skeleton } from '@/ui/skeleton'

interface CountCardProps {
  label: string
  /** Undefined while it is loading. */
  count: number | undefined
  path?: string
  note?: string
  /** Something is late or has gone wrong: the note says what. */
  isUrgent?: boolean
}

export function CountCard({ label, count, path, note, isUrgent = false }: CountCardProps) {
  return (
    <li
      className={cx(
        'relative flex flex-col rounded-xl border p-4 md:p-5',
        isUrgent ? 'border-warning/40 bg-warning-surface' : 'bg-white',
      )}
    >
      <p className="text-sm text-muted">
        {path ? (
          <Link href={path} className="hover:text-leaf after:absolute after:inset-0">
            {label}
          </Link>
        ) : (
          <span>{label}</span>
        )}
      </p>
      <div className="figures mt-1 font-display text-3xl">
        {count === undefined ? (
          <Skeleton className="my-1.5 h-7 w-12" />
        ) : (
          <span>{formatCount(count)}</span>
        )}
      </div>
      {note ? (
        <p className={cx('mt-1 text-sm', isUrgent ? 'text-warning' : 'text-muted')}>{note}</p>
      ) : null}
    </li>
  )
}
