import { formatCents } from '@shared/money'
import { paymentMethodNames } from '@shared/payment-methods'
import {
  failedPayout,
  isCorrected,
  paidPayout,
  payoutCorrections,
  type MadePaymentFile,
  type PayoutCorrection,
  type PayoutLine,
  type PayoutRun,
  type PayoutSettlement,
  type PayoutState,
} from '@shared/payouts'
import { z } from '@shared/zod'
import { useSubmitForm } from '@/lib/form'
import { patch, post } from '@/lib/http'
import { Button } from '@/ui/button'
import { FormDialog } from '@/ui/form-dialog'
import { TextField } from '@/ui/form-fields'
import { everyAdminPage } from '@/lib/use-send'
import { payoutRunsPath } from './payouts-api'

const markNames = ['paid', 'failed', 'returned', 'paid after all'] as const
type MarkName = (typeof markNames)[number]

/** One payout to be marked, or all of a file as paid. */
export type Marking =
  { as: MarkName; line: PayoutLine } | { as: 'paid'; run: PayoutRun; file: MadePaymentFile }

interface Mark {
  /** The state in which a payout can be marked so. */
  from: PayoutState
  label: string
  /** The payout's state from then on. */
  becomes: 'Paid' | 'Failed' | 'Returned'
  /** Words about the balance, after the amount and the payee. */
  effect?: string
  reference?: z.ZodString
  reason?: { schema: z.ZodString; question: string }
  write: (
    said: Record<'reference' | 'reason', string>,
  ) => { settlement: PayoutSettlement } | { correction: PayoutCorrection }
}

const marks: Record<MarkName, Mark> = {
  paid: {
    from: 'paying',
    label: 'Paid',
    becomes: 'Paid',
    reference: paidPayout.shape.reference,
    write: ({ reference }) => ({ settlement: { state: 'paid', reference } }),
  },
  failed: {
    from: 'paying',
    label: 'Failed',
    becomes: 'Failed',
    effect: 'goes back to the balance, for the next run.',
    reason: { schema: failedPayout.shape.reason, question: 'Why did it fail?' },
    write: ({ reason }) => ({ settlement: { state: 'failed', reason } }),
  },
  // The money came back, or was never sent.
  returned: {
    from: 'paid',
    label: 'Returned',
    becomes: 'Returned',
    effect:
      'goes back to the balance, for the next run. Do this when the bank returned the money, or the payout was marked as paid by mistake. You can do this only once.',
    reason: { schema: payoutCorrections.failed.shape.reason, question: 'What happened?' },
    write: ({ reason }) => ({ correction: { state: 'failed', reason } }),
  },
  'paid after all': {
    from: 'failed',
    label: 'It Was Paid',
    becomes: 'Paid',
    effect:
      'is taken out of the balance again. If it has been paid in another run since, the balance goes below zero. You can do this only once.',
    reference: payoutCorrections.paid.shape.reference,
    reason: { schema: payoutCorrections.paid.shape.reason, question: 'What happened?' },
    write: (said) => ({ correction: { state: 'paid', ...said } }),
  },
}

interface LineActionsProps {
  line: PayoutLine
  onMark: (marking: Marking) => void
}

export function LineActions({ line, onMark }: LineActionsProps) {
  const offered = isCorrected(line) ? [] : markNames.filter((as) => marks[as].from === line.state)
  return (
    <div className="flex gap-2 whitespace-nowrap">
      {offered.map((as) => (
        <Button
          key={as}
          size="sm"
          variant={as === 'paid' ? 'secondary' : 'ghost'}
          aria-label={`${marks[as].label}: payout to ${line.name ?? `user ${line.payeeId}`}`}
          onClick={() => onMark({ as, line })}
        >
          {marks[as].label}
        </Button>
      ))}
    </div>
  )
}

export function MarkDialog({ marking, onClose }: { marking: Marking; onClose: () => void }) {
  const { becomes, effect, reference, reason } = marks[marking.as]
  const asked = z.object({
    reference: reference ?? z.string(),
    reason: reason?.schema ?? z.string(),
  })
  const outcome = becomes.toLowerCase()
  const submission = useSubmitForm({
    schema: asked,
    defaultValues: { reference: '', reason: '' },
    kept: { name: becomes, of: 'line' in marking ? marking.line.id : marking.file.method },
    send: (said) => sendMark(marking, said),
    refreshes: everyAdminPage,
    done: {
      title: `Marked as ${outcome}`,
      ...(becomes !== 'Paid' && { description: 'The amount is back in the balance.' }),
    },
    failure:
      marking.as === 'paid'
        ? `Nothing was marked as ${outcome}`
        : `The payout was not marked as ${outcome}`,
    onDone: onClose,
  })
  const { field } = submission

  return (
    <FormDialog
      title={`Mark as ${becomes}`}
      description={describe(marking)}
      warning={effect && `${describe(marking)} ${effect}`}
      submitLabel={`Mark as ${becomes}`}
      isDanger={effect !== undefined}
      {...submission}
      onClose={onClose}
    >
      {reference ? (
        <TextField
          {...field('reference')}
          label="Reference"
          hint="The confirmation number from your bank or PayPal. The payee will see it."
          data-autofocus
        />
      ) : null}
      {reason ? <TextField {...field('reason')} label={reason.question} data-autofocus /> : null}
    </FormDialog>
  )
}

/** Says the outcome of one payout for the first time, corrects it, or says it of all in a payment file. */
function sendMark(marking: Marking, said: { reference: string; reason: string }) {
  if ('line' in marking) {
    const path = `/api/admin/payouts/${marking.line.id}`
    const written = marks[marking.as].write(said)
    return 'settlement' in written
      ? patch(path, written.settlement)
      : post(`${path}/correct`, written.correction)
  }
  const { id: fileId, method, count, cents } = marking.file
  const path = `${payoutRunsPath}/${marking.run.id}/files/${method}/paid`
  return post(path, { fileId, count, cents, reference: said.reference })
}

function describe(marking: Marking): string {
  if ('line' in marking) {
    const { cents, name } = marking.line
    return `${formatCents(cents)} to ${name ?? 'a deleted account'}`
  }
  const { count, cents, method } = marking.file
  const payouts = count === 1 ? '1 payout' : `${count} payouts`
  return `${payouts} by ${paymentMethodNames[method]}, ${formatCents(cents)} in all`
}
