import { duplicateDismissal, type Duplicate } from '@shared/duplicates'
import { useSubmitForm } from '@/lib/form'
import { TextField } from '@/ui/form-fields'
import { InlineForm } from '@/ui/form'
import { dismissal } from './duplicates-api'

const dismissalForm = duplicateDismissal.pick({ reason: true })

interface DismissalFormProps {
  userId: number
  others: readonly Duplicate[]
  onDone: () => void
}

export function DismissalForm({ userId, others, onDone }: DismissalFormProps) {
  const { send, ...options } = dismissal(userId)
  const submission = useSubmitForm({
    schema: dismissalForm,
    defaultValues: { reason: '' },
    kept: { name: `dismissal-${userId}`, of: others.map(({ id }) => id).join() },
    ...options,
    send: async ({ reason }) => send(others, reason),
    failure: 'Failed to save',
    fallback: 'Please try again',
    onDone,
  })

  return (
    <InlineForm
      {...submission}
      label={`Why ${others.map(({ name }) => name).join(', ')} ${others.length === 1 ? 'is' : 'are'} not the same person`}
      className="mt-3"
      submitLabel="Save"
      onCancel={onDone}
    >
      <TextField
        {...submission.field('reason')}
        label="Why are they different people?"
        maxLength={200}
      />
    </InlineForm>
  )
}
