import { adjustmentRequest } from '@shared/rewards'
import { formatCents } from '@shared/money'
import { dollars } from '@/lib/dollars'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { FormDialog } from '@/ui/form-dialog'
import { CheckboxField, TextareaField, TextField } from '@/ui/form-fields'
import { useAdjustBalance } from './rewards-api'

const adjustmentForm = adjustmentRequest
  .pick({ reason: true })
  .extend({ amount: dollars, mayOweBack: adjustmentRequest.shape.mayOweBack.unwrap() })

interface AdjustDialogProps {
  payee: { id: number; name: string }
  onClose: () => void
}

/** Adds to what someone is owed, or takes from it. */
export function AdjustDialog({ payee, onClose }: AdjustDialogProps) {
  const adjusting = useAdjustBalance()
  const form = useZodForm(
    adjustmentForm,
    { amount: '', reason: '', mayOweBack: false },
    { name: 'adjust', of: payee.id },
  )
  const { control } = form

  const handleSubmit = submitHandler(
    form,
    async ({ amount: cents, ...rest }) => {
      const { payableCents } = await adjusting.mutateAsync({ payeeId: payee.id, cents, ...rest })
      toast({
        title: 'Balance adjusted',
        description: `It’s now ${formatCents(payableCents)}.`,
      })
      onClose()
    },
    { failure: 'The balance was not adjusted', rename: { cents: 'amount' } },
  )

  return (
    <FormDialog
      title="Adjust Balance"
      submitLabel="Adjust Balance"
      description={`For ${payee.name}. They’ll see the amount and the reason on their statement.`}
      form={form}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        control={control}
        name="amount"
        label="Amount ($)"
        hint="Use a minus sign to take it from the balance."
        inputMode="text"
        autoComplete="off"
        data-autofocus
      />
      <TextareaField control={control} name="reason" label="Reason" rows={3} />
      <CheckboxField
        control={control}
        name="mayOweBack"
        label="Allow a balance below zero. The rest comes out of future earnings."
      />
    </FormDialog>
  )
}
