import { cx } from './class-names'

/** A placeholder with the shape of what is loading; it appears only after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-skeleton rounded-sm bg-sand', className ?? 'h-4 w-full')}
    />
  )
}
