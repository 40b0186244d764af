import { useId, type ComponentProps, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from './button'
import { Dialog } from './dialog'
import { Form } from './form'

type FormDialogProps<Input extends FieldValues, Output> = Pick<
  ComponentProps<typeof Form<Input, Output>>,
  'form' | 'onSubmit' | 'isSending' | 'children'
> & {
  title: ReactNode
  description: string
  /** On the button. */
  submitLabel: string
  isDanger?: boolean
  /** Nothing could be submitted yet. */
  isIncomplete?: boolean
  beside?: Element | null
  onClose: () => void
}

/** A form in a dialog of its own, with its buttons at the bottom. */
export function FormDialog<Input extends FieldValues, Output>({
  title,
  description,
  submitLabel,
  isDanger = false,
  isIncomplete = false,
  beside,
  onClose,
  ...form
}: FormDialogProps<Input, Output>) {
  const formId = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      beside={beside}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDanger ? 'danger' : 'primary'}
            pending={form.isSending}
            disabled={isIncomplete}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={formId} {...form} />
    </Dialog>
  )
}
