import { useId, type ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from './button'
import { Dialog } from './dialog'
import { Form } from './form'

type FormDialogProps<Input extends FieldValues, Output> = Pick<
  ComponentProps<typeof Form<Input, Output>>,
  'form' | 'onSubmit' | 'isSending' | 'children'
> & {
  title: string
  description: string
  /** On the button, where it is not the title. */
  submitLabel?: string
  isDanger?: boolean
  onClose: () => void
}

/** A form in a dialog of its own, with its buttons at the bottom. */
export function FormDialog<Input extends FieldValues, Output>({
  title,
  description,
  submitLabel = title,
  isDanger = false,
  onClose,
  ...form
}: FormDialogProps<Input, Output>) {
  const formId = useId()
  return (
    <Dialog
      open
      onClose={onClose}
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
