import { useEffect } from 'react'
import { duplicateDismissal, type Duplicate } from '@shared/duplicates'
import { submitHandler, useZodForm } from '@/lib/form'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { TextField } from '@/ui/form-fields'
import { useDismissDuplicate } from './duplicates-api'

const dismissalForm = duplicateDismissal.pick({ reason: true })

interface DismissalFormProps {
  userId: number
  other: Duplicate
  onDone: () => void
}

/** Why two accounts are two people. */
export function DismissalForm({ userId, other, onDone }: DismissalFormProps) {
  const form = useZodForm(
    dismissalForm,
    { reason: '' },
    { name: `dismissal-${userId}`, of: other.id },
  )
  const sending = useDismissDuplicate(userId)
  const { control, setFocus } = form
  useEffect(() => setFocus('reason'), [setFocus])

  const handleSubmit = submitHandler(
    form,
    async ({ reason }) => {
      await sending.mutateAsync({ otherId: other.id, reason })
      onDone()
    },
    { failure: 'Failed to save', fallback: 'Please try again' },
  )

  return (
    <Form
      form={form}
      label={`Why ${other.name} is not the same person`}
      onSubmit={handleSubmit}
      className="mt-3"
      actions={
        <>
          <SubmitButton size="sm">Save</SubmitButton>
          <CancelButton size="sm" onCancel={onDone} />
        </>
      }
    >
      <TextField
        control={control}
        name="reason"
        label="Why are they different people?"
        maxLength={200}
        autoComplete="off"
      />
    </Form>
  )
}
