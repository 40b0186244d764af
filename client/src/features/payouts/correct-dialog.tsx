import { useId } from 'react'
import { payoutCorrections, type PayoutLine } from '@shared/payouts'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { Dialog } from '@/ui/dialog'
import { Form } from '@/ui/form'
import { TextField } from '@/ui/form-fields'
import { describeLine, DialogFooter } from './dialog-parts'
import { useCorrectPayout } from './payouts-api'

const returnedForm = payoutCorrections.failed.pick({ reason: true })
const paidForm = payoutCorrections.paid.pick({ reference: true, reason: true })

interface CorrectDialogProps {
  line: PayoutLine
  onClose: () => void
}

/** For a payout that is marked as paid: the money came back, or was never sent. */
export function ReturnedDialog({ line, onClose }: CorrectDialogProps) {
  const formId = useId()
  const form = useZodForm(returnedForm, { reason: '' })
  const correcting = useCorrectPayout()

  const handleSubmit = submitHandler(
    form,
    async ({ reason }) => {
      await correcting.mutateAsync({ id: line.id, state: 'failed', reason })
      toast({ title: 'Marked as returned', description: 'The amount is back in the balance.' })
      onClose()
    },
    { failure: 'It was not marked as returned' },
  )

  return (
    <Dialog
      open
      onClose={onClose}
      title="Mark as Returned"
      description={`${describeLine(line)} goes back to the balance, for the next run. Do this when the bank returned the money, or the payout was marked as paid by mistake. You can do this only once.`}
      footer={
        <DialogFooter
          formId={formId}
          label="Mark as Returned"
          pending={correcting.isPending}
          isDanger
          onClose={onClose}
        />
      }
    >
      <Form id={formId} form={form} onSubmit={handleSubmit} isSending={correcting.isPending}>
        <TextField
          control={form.control}
          name="reason"
          label="What happened?"
          autoComplete="off"
          data-autofocus
        />
      </Form>
    </Dialog>
  )
}

/** For a payout that is marked as failed: the money arrived. */
export function PaidAfterAllDialog({ line, onClose }: CorrectDialogProps) {
  const formId = useId()
  const form = useZodForm(paidForm, { reference: '', reason: '' })
  const correcting = useCorrectPayout()

  const handleSubmit = submitHandler(
    form,
    async ({ reference, reason }) => {
      await correcting.mutateAsync({ id: line.id, state: 'paid', reference, reason })
      toast({ title: 'Marked as paid' })
      onClose()
    },
    { failure: 'It was not marked as paid' },
  )

  return (
    <Dialog
      open
      onClose={onClose}
      title="Mark as Paid After All"
      description={`${describeLine(line)} is taken out of the balance again. If it has been paid in another run since, the balance goes below zero. You can do this only once.`}
      footer={
        <DialogFooter
          formId={formId}
          label="Mark as Paid"
          pending={correcting.isPending}
          isDanger
          onClose={onClose}
        />
      }
    >
      <Form id={formId} form={form} onSubmit={handleSubmit} isSending={correcting.isPending}>
        <TextField
          control={form.control}
          name="reference"
          label="Reference"
          hint="The confirmation number from your bank or PayPal. The payee will see it."
          autoComplete="off"
          data-autofocus
        />
        <TextField control={form.control} name="reason" label="What happened?" autoComplete="off" />
      </Form>
    </Dialog>
  )
}
