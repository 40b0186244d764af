import { payoutCorrections, type PayoutLine } from '@shared/payouts'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { TextField } from '@/ui/form-fields'
import { describeLine, MarkDialog, NotPaidDialog, referenceField } from './dialog-parts'
import { useCorrectPayout } from './payouts-api'

const paidForm = payoutCorrections.paid.pick({ reference: true, reason: true })

interface CorrectDialogProps {
  line: PayoutLine
  onClose: () => void
}

/** For a payout that is marked as paid: the money came back, or was never sent. */
export function ReturnedDialog({ line, onClose }: CorrectDialogProps) {
  const correcting = useCorrectPayout()
  return (
    <NotPaidDialog
      as="returned"
      schema={payoutCorrections.failed}
      description={`${describeLine(line)} goes back to the balance, for the next run. Do this when the bank returned the money, or the payout was marked as paid by mistake. You can do this only once.`}
      question="What happened?"
      isSending={correcting.isPending}
      onSend={(reason) => correcting.mutateAsync({ id: line.id, state: 'failed', reason })}
      onClose={onClose}
    />
  )
}

/** For a payout that is marked as failed: the money arrived. */
export function PaidAfterAllDialog({ line, onClose }: CorrectDialogProps) {
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
    <MarkDialog
      title="Mark as Paid After All"
      description={`${describeLine(line)} is taken out of the balance again. If it has been paid in another run since, the balance goes below zero. You can do this only once.`}
      label="Mark as Paid"
      isDanger
      form={form}
      onSubmit={handleSubmit}
      isSending={correcting.isPending}
      onClose={onClose}
    >
      <TextField control={form.control} name="reference" {...referenceField} />
      <TextField control={form.control} name="reason" label="What happened?" autoComplete="off" />
    </MarkDialog>
  )
}
