import { Check, Minus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cx } from './class-names'

interface RowCheckboxProps {
  /** For screen readers: 'Select Ada Lovelace'. */
  label: string
  checked: boolean
  /** Some of its rows, not all. */
  isMixed?: boolean
  className?: string
  onChange: (checked: boolean) => void
}

/** Chooses a row of a table, or all of them. Small to see, a finger wide to touch. */
export function RowCheckbox(props: RowCheckboxProps) {
  const { label, checked, isMixed = false, className, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed
  }, [isMixed])
  const Icon = isMixed ? Minus : Check
  return (
    <span
      className={cx('relative inline-flex size-5 shrink-0 items-center justify-center', className)}
    >
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        className="peer absolute -inset-1.5 z-1 cursor-pointer appearance-none rounded-md focus-visible:-outline-offset-2 pointer-coarse:-inset-3"
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        aria-hidden="true"
        className={cx(
          'size-4.5 rounded-xs border border-control bg-white transition-colors peer-hover:border-ink',
          'peer-checked:border-evergreen peer-checked:bg-evergreen peer-indeterminate:border-evergreen peer-indeterminate:bg-evergreen',
        )}
      />
      <Icon
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto size-3.5 text-white opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100 forced-colors:text-[CanvasText]"
      />
    </span>
  )
}
