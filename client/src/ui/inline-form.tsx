import { useEffect, useRef, type ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { CancelButton, Form, SubmitButton } from './form'

type InlineFormProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<typeof Form<Input, Output>>,
  'actions' | 'before' | 'id'
> & {
  /** On the button. */
  submitLabel: string
  isDanger?: boolean
  onCancel: () => void
}

/** A short form that opens in the midst of a page: its first field has the focus, and Cancel closes it. */
export function InlineForm<Input extends FieldValues, Output>({
  submitLabel,
  isDanger = false,
  onCancel,
  ...form
}: InlineFormProps<Input, Output>) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(
    () => element.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(),
    [],
  )

  return (
    <div ref={element}>
      <Form
        {...form}
        actions={
          <>
            <SubmitButton size="sm" variant={isDanger ? 'danger' : 'primary'}>
              {submitLabel}
            </SubmitButton>
            <CancelButton size="sm" onCancel={onCancel} />
          </>
        }
      />
    </div>
  )
}
