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

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(control, 'h-11', className)} />
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

type SelectProps = ComponentProps<'select'> & {
  /** Small, for rows of a table; a finger's height and 16 px on touch screens all the same. */
  compact?: boolean
}

export function Select({ className, compact = false, children, ...rest }: SelectProps) {
  return (
    <span className={cx('relative block', className)}>
      <select
        {...rest}
        className={cx(
          control,
          'appearance-none truncate bg-white!',
          compact ? 'h-9 px-2.5! pr-8! pointer-fine:text-sm pointer-coarse:h-11' : 'h-11 pr-10',
        )}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        strokeWidth={1.75}
        className={cx(
          'pointer-events-none absolute inset-y-0 my-auto text-muted',
          compact ? 'right-2 size-4' : 'right-3 size-5',
        )}
      />
    </span>
  )
}

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
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
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        disabled={rest.disabled}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </button>
    </span>
  )
}
