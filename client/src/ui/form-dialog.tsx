import { useId, type ComponentProps, type ReactNode } from 'react'
import { useFormState, type FieldValues } from 'react-hook-form'
import { useDiscardQuestion } from './use-discard-question'
import { Button } from './button'
import { Dialog } from './dialog'
import { Form } from './form'

type FormDialogProps<Input extends FieldValues, Output> = Pick<
  ComponentProps<typeof Form<Input, Output>>,
  'form' | 'onSubmit' | 'isLive' | 'label' | 'children'
> & {
  title: ReactNode
  description?: string
  /** On the button. */
  submitLabel: string
  isDanger?: boolean
  /** Nothing could be submitted yet. */
  isIncomplete?: boolean
  /** Asked before what was typed is lost. */
  discardQuestion?: string
  size?: 'md' | 'lg'
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
  discardQuestion = '',
  size = 'md',
  beside,
  onClose,
  ...form
}: FormDialogProps<Input, Output>) {
  const formId = useId()
  const { isDirty, isSubmitting, isSubmitSuccessful } = useFormState(form.form)
  const hasText = discardQuestion !== '' && isDirty && !isSubmitSuccessful
  const mayLeave = useDiscardQuestion(discardQuestion, hasText)

  function handleClose() {
    if (!mayLeave()) return
    // Nothing of it is kept.
    form.form.reset()
    onClose()
  }

  return (
    <Dialog
      open
      size={size}
      onClose={handleClose}
      beside={beside}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={handleClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDanger ? 'danger' : 'primary'}
            pending={isSubmitting}
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
