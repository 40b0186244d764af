import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import { Button } from './button'
import { Dialog } from './dialog'
import { Form } from './form'

type FormDialogProps<Input extends FieldValues, Output> = Pick<
  ComponentProps<typeof Form<Input, Output>>,
  'form' | 'onSubmit' | 'isLive' | 'label' | 'children'
> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'warning' | 'beside'> & {
    /** On the button. */
    submitLabel: string
    /** On the other one. */
    closeLabel?: string
    isDanger?: boolean
    /** Stays in sight above the buttons. */
    summary?: ReactNode
    /** Asked before what was typed is lost. */
    discardQuestion?: string
    size?: 'md' | 'lg'
    onClose: () => void
  }

/** A form in a dialog of its own, with its buttons at the bottom. */
export function FormDialog<Input extends FieldValues, Output>({
  title,
  description,
  warning,
  submitLabel,
  closeLabel = 'Cancel',
  isDanger = false,
  summary,
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
      warning={warning}
      footer={
        <>
          {summary}
          <Button variant="secondary" onClick={handleClose}>
            {closeLabel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDanger ? 'danger' : 'primary'}
            pending={isSubmitting}
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

/**
 * Asks before what was typed is lost, with the browser's Back as well. What it returns asks, and
 * answers whether to go on.
 */
export function useDiscardQuestion(question: string, hasText: boolean): () => boolean {
  const mayLeave = () => !hasText || window.confirm(question)
  const mayGoBack = useEffectEvent(mayLeave)

  useEffect(() => {
    if (!hasText) return undefined
    const { href } = window.location
    function handleBack(event: PopStateEvent) {
      if (mayGoBack()) return
      // The browser has gone already; no one has seen it.
      event.stopImmediatePropagation()
      window.history.pushState(null, '', href)
    }
    // Before the router handles it.
    window.addEventListener('popstate', handleBack, { capture: true })
    return () => window.removeEventListener('popstate', handleBack, { capture: true })
  }, [hasText])

  return mayLeave
}
