import { holdSettlement, type HoldSettlement } from '@shared/rewards'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { everyAdminPage } from '@/lib/use-send'
import { TextareaField } from '@/ui/form-fields'
import { InlineForm } from '@/ui/inline-form'

const noteForm = holdSettlement.pick({ note: true })

const words = {
  released: {
    label: 'Why are you releasing it?',
    submit: 'Release the Reward',
    done: 'Hold released',
  },
  voided: { label: 'Why are you voiding it?', submit: 'Void the Reward', done: 'Reward voided' },
}

interface SettleHoldFormProps {
  holdId: number
  outcome: HoldSettlement['outcome']
  onDone: () => void
}

export function SettleHoldForm({ holdId, outcome, onDone }: SettleHoldFormProps) {
  const { label, submit, done } = words[outcome]
  const submission = useSubmitForm(
    noteForm,
    { note: '' },
    { name: `hold-${outcome}`, of: holdId },
    {
      send: ({ note }) => post(`/api/admin/reward-holds/${holdId}/settle`, { outcome, note }),
      refreshes: everyAdminPage,
      done,
      failure: 'The hold was not settled',
      onDone,
    },
  )

  return (
    <InlineForm
      {...submission}
      label={label}
      className="mt-3"
      submitLabel={submit}
      isDanger={outcome === 'voided'}
      onCancel={onDone}
    >
      <TextareaField control={submission.form.control} name="note" label={label} rows={3} />
    </InlineForm>
  )
}
