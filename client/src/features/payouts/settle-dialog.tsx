import { formatCents } from '@shared/money'
import { paymentMethodNames } from '@shared/payment-methods'
import {
  failedPayout,
  paidPayout,
  type MadePaymentFile,
  type PayoutLine,
  type PayoutRun,
} from '@shared/payouts'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { TextField } from '@/ui/form-fields'
import { PaidAfterAllDialog, ReturnedDialog } from './correct-dialog'
import { describeLine, MarkDialog, NotPaidDialog, referenceField } from './dialog-parts'
import { useMarkFilePaid, useSettlePayout } from './payouts-api'

const paidForm = paidPayout.pick({ reference: true })

/** What is to be marked: one payout, for the first time or otherwise than before, or all of a file as paid. */
export type Settling =
  { as: 'paid' | 'failed' | 'returned' | 'paid-after-all'; line: PayoutLine } | FilePaid
interface FilePaid {
  as: 'file-paid'
  run: PayoutRun
  file: MadePaymentFile
}

export function SettleDialog({ settling, onClose }: { settling: Settling; onClose: () => void }) {
  switch (settling.as) {
    case 'failed':
      return <FailedDialog line={settling.line} onClose={onClose} />
    case 'returned':
      return <ReturnedDialog line={settling.line} onClose={onClose} />
    case 'paid-after-all':
      return <PaidAfterAllDialog line={settling.line} onClose={onClose} />
    case 'paid':
      return <PaidDialog paid={settling.line} onClose={onClose} />
    default:
      return <PaidDialog paid={settling} onClose={onClose} />
  }
}

function PaidDialog({ paid, onClose }: { paid: PayoutLine | FilePaid; onClose: () => void }) {
  const form = useZodForm(paidForm, { reference: '' })
  const one = useSettlePayout()
  const all = useMarkFilePaid()
  const isSending = one.isPending || all.isPending

  const handleSubmit = submitHandler(
    form,
    async ({ reference }) => {
      if ('run' in paid) {
        const { id: fileId, method, count, cents } = paid.file
        await all.mutateAsync({ runId: paid.run.id, method, fileId, count, cents, reference })
      } else await one.mutateAsync({ id: paid.id, state: 'paid', reference })
      toast({ title: 'Marked as paid' })
      onClose()
    },
    { failure: 'Nothing was marked as paid' },
  )

  return (
    <MarkDialog
      title="Mark as Paid"
      description={describe(paid)}
      form={form}
      onSubmit={handleSubmit}
      isSending={isSending}
      onClose={onClose}
    >
      <TextField control={form.control} name="reference" {...referenceField} />
    </MarkDialog>
  )
}

function describe(paid: PayoutLine | FilePaid): string {
  if (!('run' in paid)) return describeLine(paid)
  const { count, cents, method } = paid.file
  const payouts = count === 1 ? '1 payout' : `${count} payouts`
  return `${payouts} by ${paymentMethodNames[method]}, ${formatCents(cents)} in all`
}

function FailedDialog({ line, onClose }: { line: PayoutLine; onClose: () => void }) {
  const settling = useSettlePayout()
  return (
    <NotPaidDialog
      as="failed"
      schema={failedPayout}
      description={`${describeLine(line)} goes back to the balance, for the next run.`}
      question="Why did it fail?"
      isSending={settling.isPending}
      onSend={(reason) => settling.mutateAsync({ id: line.id, state: 'failed', reason })}
      onClose={onClose}
    />
  )
}
