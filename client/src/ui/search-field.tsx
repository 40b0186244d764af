import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { Field } from './field'
import { Input } from './input'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  boxRef?: Ref<HTMLInputElement> | undefined
  error?: string | undefined
}

/** The search box above a list. */
export function SearchField({ label, value, onChange, boxRef, error }: SearchFieldProps) {
  return (
    <Field
      label={label}
      error={error}
      className="min-w-0 grow basis-56 md:max-lg:min-w-fit md:max-lg:whitespace-nowrap"
    >
      {(aria) => (
        <span className="relative block">
          <Search
            strokeWidth={1.75}
            className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-muted"
          />
          <Input
            {...aria}
            ref={boxRef}
            type="search"
            compact
            className="pl-10"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoComplete="off"
            maxLength={200}
          />
        </span>
      )}
    </Field>
  )
}
