import { useId, type ComponentProps, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { formatCents } from '@shared/money'
import type { failedPayout, payoutCorrections, PayoutLine } from '@shared/payouts'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Form } from '@/ui/form'
import { TextField } from '@/ui/form-fields'

export const describeLine = ({ cents, name }: Pick<PayoutLine, 'cents' | 'name'>): string =>
  `${formatCents(cents)} to ${name ?? 'a deleted account'}`

export const referenceField = {
  label: 'Reference',
  hint: 'The confirmation number from your bank or PayPal. The payee will see it.',
  autoComplete: 'off',
  'data-autofocus': true,
} as const

type MarkDialogProps<Input extends FieldValues, Output> = Pick<
  ComponentProps<typeof Form<Input, Output>>,
  'form' | 'onSubmit' | 'isSending' | 'children'
> & {
  title: string
  description: string
  /** On the button, where it is not the title. */
  label?: string
  isDanger?: boolean
  onClose: () => void
}

/** Asks what goes with a mark on a payout. */
export function MarkDialog<Input extends FieldValues, Output>({
  title,
  description,
  label = title,
  isDanger = false,
  onClose,
  ...form
}: MarkDialogProps<Input, Output>) {
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
            {label}
          </Button>
        </>
      }
    >
      <Form id={formId} {...form} />
    </Dialog>
  )
}

interface NotPaidDialogProps {
  as: 'failed' | 'returned'
  schema: typeof failedPayout | typeof payoutCorrections.failed
  description: string
  question: ReactNode
  isSending: boolean
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** For a payout whose amount goes back to the balance. */
export function NotPaidDialog(props: NotPaidDialogProps) {
  const { as, schema, description, question, isSending, onSend, onClose } = props
  const form = useZodForm(schema.pick({ reason: true }), { reason: '' })

  const handleSubmit = submitHandler(
    form,
    async ({ reason }) => {
      await onSend(reason)
      toast({ title: `Marked as ${as}`, description: 'The amount is back in the balance.' })
      onClose()
    },
    { failure: `It was not marked as ${as}` },
  )

  return (
    <MarkDialog
      title={as === 'failed' ? 'Mark as Failed' : 'Mark as Returned'}
      description={description}
      isDanger
      form={form}
      onSubmit={handleSubmit}
      isSending={isSending}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="reason"
        label={question}
        autoComplete="off"
        data-autofocus
      />
    </MarkDialog>
  )
}
