import { adjustmentRequest, type RewardSummary } from '@shared/rewards'
import { formatCents } from '@shared/money'
import { dollars } from '@/lib/dollars'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { everyAdminPage } from '@/lib/use-send'
import { FormDialog } from '@/ui/form-dialog'
import { CheckboxField, TextareaField, TextField } from '@/ui/form-fields'

const adjustmentForm = adjustmentRequest
  .pick({ reason: true })
  .extend({ amount: dollars, mayOweBack: adjustmentRequest.shape.mayOweBack.unwrap() })

interface AdjustDialogProps {
  payee: { id: number; name: string }
  onClose: () => void
}

export function AdjustDialog({ payee, onClose }: AdjustDialogProps) {
  const submission = useSubmitForm({
    schema: adjustmentForm,
    defaultValues: { amount: '', reason: '', mayOweBack: false },
    kept: { name: 'adjust', of: payee.id },
    send: ({ amount: cents, ...rest }) =>
      post<RewardSummary>('/api/admin/ledger-adjustments', { payeeId: payee.id, cents, ...rest }),
    refreshes: everyAdminPage,
    done: ({ payableCents }) => ({
      title: 'Balance adjusted',
      description: `It’s now ${formatCents(payableCents)}.`,
    }),
    failure: 'The balance was not adjusted',
    rename: { cents: 'amount' },
    onDone: onClose,
  })
  const { field } = submission

  return (
    <FormDialog
      title="Adjust Balance"
      submitLabel="Adjust Balance"
      description={`For ${payee.name}. They’ll see the amount and the reason on their statement.`}
      {...submission}
      onClose={onClose}
    >
      <TextField
        {...field('amount')}
        label="Amount ($)"
        hint="Use a minus sign to lower the balance."
        inputMode="text"
        data-autofocus
      />
      <TextareaField {...field('reason')} label="Reason" rows={3} />
      <CheckboxField
        {...field('mayOweBack')}
        label="Allow a balance below zero. The rest comes out of future earnings."
      />
    </FormDialog>
  )
}
