import { ChevronDown } from 'lucide-react'
import { cx } from './class-names'
import { StatusBadge } from './status-badge'

interface StatusSelectProps<Status extends string> {
  label: string
  value: Status
  options: readonly Status[]
  disabled?: boolean
  onChange: (status: Status) => void
}

/** A status that is also the dropdown which changes it immediately. */
export function StatusSelect<Status extends string>(props: StatusSelectProps<Status>) {
  const { label, value, options, disabled, onChange } = props

  function handleChange(wanted: string) {
    const status = options.find((option) => option === wanted)
    if (status && status !== value) onChange(status)
  }

  return (
    <span
      className={cx(
        'relative flex min-h-8 w-fit items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-(--focus) pointer-coarse:min-h-11',
        disabled && 'opacity-55',
      )}
    >
      <span aria-hidden="true" className="inline-flex">
        <StatusBadge status={value} className="pr-7!" />
        <ChevronDown
          strokeWidth={2}
          className="absolute inset-y-0 right-2 my-auto size-3.5 text-muted"
        />
      </span>
      {/* The browser's own list of options, under a look of ours; 16 px, or iOS zooms in. */}
      <select
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => handleChange(event.target.value)}
        className="absolute inset-0 w-full appearance-none text-base opacity-0"
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option.charAt(0).toUpperCase() + option.slice(1)}
          </option>
        ))}
      </select>
    </span>
  )
}
