import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names'
import { FieldError, FieldHint, describeControl } from './field'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, hint, error, className, id, ...rest }: CheckboxProps) {
  const ownId = useId()
  const { aria, hintId, errorId } = describeControl({ id: id ?? ownId, hint: Boolean(hint), error })

  return (
    <div className={className}>
      <div className="flex gap-3">
        <span className="relative mt-px size-6 shrink-0">
          <input
            {...rest}
            {...aria}
            type="checkbox"
            className={cx(
              'peer block size-6 appearance-none rounded-sm border border-control bg-white transition-colors',
              'cursor-pointer hover:border-ink checked:border-evergreen checked:bg-evergreen',
              'disabled:cursor-not-allowed disabled:opacity-55 aria-[invalid=true]:border-danger forced-colors:appearance-auto',
            )}
          />
          <Check
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto size-4 text-white opacity-0 peer-checked:opacity-100 forced-colors:hidden"
          />
        </span>
        <div className="min-w-0">
          <label htmlFor={aria.id} className="block cursor-pointer text-base leading-6.5">
            {label}
          </label>
          {hint ? <FieldHint id={hintId}>{hint}</FieldHint> : null}
          <FieldError id={errorId} error={error} />
        </div>
      </div>
    </div>
  )
}

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
