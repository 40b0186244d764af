import { Link } from 'wouter'
import { paths } from '@/lib/paths'
import { cx } from '@/ui/class-names'

type ResultsNoteProps = {
  /** What the figures beside it depend on, as a clause of its own. */
  lead?: string
  tone?: 'light' | 'on-evergreen'
  className?: string
}

/** Stands within sight of every earnings figure. */
export function ResultsNote({
  lead = 'These are estimates',
  tone = 'light',
  className,
}: ResultsNoteProps) {
  const onEvergreen = tone === 'on-evergreen'
  return (
    <p className={cx('text-sm', onEvergreen ? 'text-paper/85' : 'text-muted', className)}>
      {lead}, and results are not guaranteed. Read the{' '}
      <Link
        href={paths.disclosures}
        className={cx(
          'whitespace-nowrap',
          onEvergreen ? 'text-brass-light underline underline-offset-4' : 'link',
        )}
      >
        FTC Disclosures
      </Link>
      .
    </p>
  )
}
