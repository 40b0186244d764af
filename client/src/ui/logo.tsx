import { cx } from './class-names'
import { Motif } from './motif'

type LogoProps = { name: string; tone?: 'light' | 'on-evergreen'; className?: string }

export function Logo({ name, tone = 'light', className }: LogoProps) {
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-2.5', className)}>
      <Motif tone={tone} className="h-6 w-auto" />
      <span
        className={cx(
          'truncate font-display text-lg leading-none font-[520] tracking-tight [word-spacing:0.08em]',
          tone === 'light' ? 'text-ink' : 'text-paper',
        )}
      >
        {name}
      </span>
    </span>
  )
}
