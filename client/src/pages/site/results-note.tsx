import { Link } from 'wouter'
import { paths } from '@/lib/paths'
import { cx } from '@/ui/class-names'

type ResultsNoteProps = { tone?: 'light' | 'on-evergreen'; className?: string }

/** Stands within sight of every earnings figure. */
export function ResultsNote({ tone = 'light', className }: ResultsNoteProps) {
  const onEvergreen = tone === 'on-evergreen'
  return (
    <p className={cx('text-sm', onEvergreen ? 'text-paper/85' : 'text-muted', className)}>
      Estimates only: results are not guaranteed. Read the{' '}
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
