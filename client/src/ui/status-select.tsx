import { Select } from './input'

interface StatusSelectProps<Status extends string> {
  label: string
  value: Status
  options: readonly Status[]
  disabled?: boolean
  onChange: (status: Status) => void
  className?: string
}

/** A small dropdown that changes a status at once. */
export function StatusSelect<Status extends string>(props: StatusSelectProps<Status>) {
  const { label, value, options, disabled, onChange, className } = props

  function handleChange(wanted: string) {
    const status = options.find((option) => option === wanted)
    if (status && status !== value) onChange(status)
  }

  return (
    <Select
      compact
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => handleChange(event.target.value)}
      className={className}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {option.charAt(0).toUpperCase() + option.slice(1)}
        </option>
      ))}
    </Select>
  )
}
