import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { cx } from './class-names'

// 16 px text: anything smaller makes iOS zoom into the field. Scrolled to, it brings its label along.
const control =
  'block w-full min-w-0 scroll-mt-20 scroll-mb-12 rounded-md border border-control bg-white px-3.5 text-base text-ink ' +
  'transition-colors placeholder:text-muted hover:border-muted focus-visible:border-evergreen ' +
  'focus-visible:outline-offset-0 aria-[invalid=true]:border-danger ' +
  'aria-[invalid=true]:outline-danger read-only:bg-paper disabled:cursor-not-allowed ' +
  'disabled:bg-sand-light disabled:text-muted'

interface Height {
  /** For a row of controls: lower where a mouse is used. */
  compact?: boolean
}

const heightClass = (compact: boolean) => cx('h-11', compact && 'md:pointer-fine:h-9')

export function Input({ className, compact = false, ...rest }: ComponentProps<'input'> & Height) {
  return <input {...rest} className={cx(control, heightClass(compact), className)} />
}

/** Nothing "corrects" an address, and phones show the keyboard with @. */
export function EmailInput(props: Omit<ComponentProps<'input'>, 'type' | 'inputMode'>) {
  return (
    <Input {...props} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
  )
}

export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} rows={rows} className={cx(control, 'py-2.5', className)} />
}

interface SelectProps extends ComponentProps<'select'>, Height {
  options?: readonly { value: string; label: string }[]
}

export function Select({ className, compact = false, options, ...rest }: SelectProps) {
  return (
    <span className={cx('relative block', className)}>
      <select
        {...rest}
        className={cx(control, heightClass(compact), 'appearance-none truncate bg-white! pr-10')}
      >
        {options?.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        strokeWidth={1.75}
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-muted"
      />
    </span>
  )
}

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Of the field: a form may have several passwords, each with its own button. */
  label: string
}

export function PasswordInput({ className, label, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye

  return (
    <span className={cx('relative block', className)}>
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className="pr-12"
      />
      <button
        type="button"
        aria-pressed={shown}
        disabled={rest.disabled}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2"
      >
        <Icon className="size-5" strokeWidth={1.75} />
        <span className="sr-only">Show {label.toLowerCase()}</span>
      </button>
    </span>
  )
}
