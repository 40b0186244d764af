import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useSaid } from './status'
import { cx } from './class-names'

type FieldAria = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  className?: string
  children: (aria: FieldAria) => ReactNode
}

/** Label above, hint under it, error under the control; the aria wiring is handed to the control. */
export function Field({ label, hint, error, optional, className, children }: FieldProps) {
  const id = useId()
  const { aria, hintId, errorId } = describeControl({ id, hint: Boolean(hint), error })

  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className="block text-sm font-medium wrap-anywhere text-ink">
        <span>{label}</span>
        {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
      </label>
      {hint ? <FieldHint id={hintId}>{hint}</FieldHint> : null}
      <div className="mt-2">{children(aria)}</div>
      <FieldError id={errorId} error={error} />
    </div>
  )
}

/** The ids that tie a control to its hint and its error, error first. */
export function describeControl({
  id,
  hint,
  error,
}: {
  id: string
  hint: boolean
  error?: string | undefined
}) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = cx(error && errorId, hint && hintId)
  const aria: FieldAria = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return { aria, hintId, errorId }
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-0.5 text-sm text-muted">
      {children}
    </p>
  )
}

interface FieldErrorProps {
  id: string
  error?: string | undefined
  /** For what no form sends, and so no form says: a file that is refused when it is chosen. */
  isSpoken?: boolean
}

/** How a form finds its errors. */
export const FieldErrorMark = 'data-field-error'

export function FieldError({ id, error, isSpoken = false }: FieldErrorProps) {
  useSaid(isSpoken ? error : null)
  return (
    <div>
      {error ? (
        <p
          id={id}
          {...{ [FieldErrorMark]: '' }}
          className="mt-1.5 flex gap-1.5 text-sm text-danger"
        >
          <CircleAlert className="mt-0.75 size-4 shrink-0" strokeWidth={2} />
          <span className="min-w-0">{error}</span>
        </p>
      ) : null}
    </div>
  )
}
