import { useEffect, useRef, type ComponentProps } from 'react'
import { useFormState, type FieldValues } from 'react-hook-form'
import { CancelButton, Form, SubmitButton } from './form'

type InlineFormProps<Input extends FieldValues, Output> = Omit<
  ComponentProps<typeof Form<Input, Output>>,
  'actions' | 'before' | 'id'
> & {
  /** On the button. */
  submitLabel: string
  isDanger?: boolean
  size?: 'sm' | 'md'
  onCancel: () => void
}

/** A short form that opens in the midst of a page: its first field has the focus, and Cancel closes it. */
export function InlineForm<Input extends FieldValues, Output>({
  submitLabel,
  isDanger = false,
  size = 'sm',
  onCancel,
  ...form
}: InlineFormProps<Input, Output>) {
  const element = useRef<HTMLDivElement>(null)
  const { isSubmitting } = useFormState({ control: form.form.control })
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
            <SubmitButton size={size} variant={isDanger ? 'danger' : 'primary'}>
              {submitLabel}
            </SubmitButton>
            <CancelButton size={size} disabled={isSubmitting} onCancel={onCancel} />
          </>
        }
      />
    </div>
  )
}
