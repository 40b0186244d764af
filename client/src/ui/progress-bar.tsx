import { cx } from './class-names'

type ProgressBarProps = { value: number; label: string; className?: string }

const track = '[&::-webkit-progress-bar]:bg-sand'
const bar =
  '[&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-evergreen ' +
  '[&::-webkit-progress-value]:transition-[inline-size] [&::-moz-progress-bar]:bg-evergreen'

/** `value` runs from 0 to 1. */
export function ProgressBar({ value, label, className }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={Math.round(Math.min(1, Math.max(0, value)) * 100)}
      className={cx(
        'block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-sand forced-colors:appearance-auto',
        track,
        bar,
        className,
      )}
    />
  )
}
