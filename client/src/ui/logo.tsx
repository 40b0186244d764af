import { cx } from './class-names'

type LogoProps = { name: string; tone?: 'light' | 'on-evergreen' }

export function Logo({ name, tone = 'light' }: LogoProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      <Motif tone={tone} className="h-6 w-auto" />
      <span
        className={cx(
          'line-clamp-2 font-display text-lg leading-[1.1] font-[520] tracking-tight [word-spacing:0.08em]',
          tone === 'light' ? 'text-ink' : 'text-paper',
        )}
      >
        {name}
      </span>
    </span>
  )
}

type MotifProps = {
  tone?: 'light' | 'on-evergreen'
  strokeWidth?: number
  className?: string
}

/** Two clasped arcs, the mark of the portal: one for the partner, one for the entrepreneur. */
export function Motif({ tone = 'light', strokeWidth = 4.5, className }: MotifProps) {
  return (
    <svg
      viewBox="2 8 44 32"
      fill="none"
      strokeLinecap="round"
      strokeWidth={strokeWidth}
      aria-hidden
      className={cx('shrink-0', className ?? 'h-7 w-auto')}
    >
      <path
        d="M6 28v-4a12 12 0 0 1 24 0v4"
        className={tone === 'light' ? 'stroke-evergreen' : 'stroke-paper'}
      />
      <path
        d="M42 20v4a12 12 0 0 1-24 0v-4"
        className={tone === 'light' ? 'stroke-brass' : 'stroke-brass-light'}
      />
    </svg>
  )
}
