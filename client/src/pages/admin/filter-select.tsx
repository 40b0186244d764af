import type { ReactNode } from 'react'
import { Field } from '@/ui/field'
import { Select } from '@/ui/input'

interface FilterSelectProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** The options. */
  children: ReactNode
}

/** A filter above a list, as wide as its longest option. */
export function FilterSelect({ label, value, onChange, children }: FilterSelectProps) {
  return (
    <Field label={label} className="min-w-36 grow sm:grow-0">
      {(aria) => (
        <Select {...aria} compact value={value} onChange={({ target }) => onChange(target.value)}>
          {children}
        </Select>
      )}
    </Field>
  )
}
