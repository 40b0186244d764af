import { cx } from './class-names'

interface SwitchProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Takes effect immediately, unlike a checkbox in a form. */
export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
      className="inline-flex min-h-11 items-center gap-3 rounded-md text-left font-medium"
    >
      <span
        aria-hidden="true"
        className={cx(
          'flex h-6 w-11 shrink-0 items-center rounded-full border px-0.5 transition-colors',
          checked ? 'border-evergreen bg-evergreen' : 'border-control bg-white',
        )}
      >
        <span
          className={cx(
            'size-4.5 rounded-full transition-transform forced-colors:bg-[CanvasText]',
            checked ? 'translate-x-5 bg-white' : 'bg-control',
          )}
        />
      </span>
      {label}
    </button>
  )
}
