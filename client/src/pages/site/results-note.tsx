import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '@/lib/paths'
import { cx } from '@/ui/class-names'

type ResultsNoteProps = {
  /** The condition of the figures beside it, as a clause of its own. */
  lead?: string
  className?: string
  children?: ReactNode
}

/** Within sight of every earnings figure, once for all that are seen together. */
export function ResultsNote({
  lead = 'These are estimates',
  className,
  children,
}: ResultsNoteProps) {
  return (
    <p className={cx('text-sm text-muted', className)}>
      {lead}, and results are not guaranteed. Read the{' '}
      <Link href={paths.disclosures} className="link whitespace-nowrap">
        FTC Disclosures
      </Link>
      . <span>{children}</span>
    </p>
  )
}
