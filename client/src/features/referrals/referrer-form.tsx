import { useEffect } from 'react'
import { referrerChange } from '@shared/referred-people'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { TextField } from '@/ui/form-fields'
import { useSetReferrer } from './referred-people-api'

const referrerForm = referrerChange.extend({ referrer: referrerChange.shape.referrer.unwrap() })
/** Fits the field, which is not shown while someone is removed. */
const noOne = 'no one'

interface ReferrerFormProps {
  userId: number
  /** Whether someone should be set, or the one who is set removed. */
  isRemoving: boolean
  onDone: () => void
}

/** Says who referred a person, or that no one did, and why. */
export function ReferrerForm({ userId, isRemoving, onDone }: ReferrerFormProps) {
  const setting = useSetReferrer(userId)
  const form = useZodForm(
    referrerForm,
    { referrer: isRemoving ? noOne : '', reason: '' },
    { name: isRemoving ? 'no-referrer' : 'referrer', of: userId },
  )
  const { control, setFocus } = form
  useEffect(() => setFocus(isRemoving ? 'reason' : 'referrer'), [setFocus, isRemoving])

  const handleSubmit = submitHandler(
    form,
    async ({ referrer, reason }) => {
      await setting.mutateAsync({ referrer: isRemoving ? null : referrer, reason })
      toast({ title: isRemoving ? 'Referrer removed' : 'Referrer set' })
      onDone()
    },
    { failure: 'Nothing was changed' },
  )

  return (
    <Form
      form={form}
      label={isRemoving ? 'Remove the referrer' : 'Set the referrer'}
      onSubmit={handleSubmit}
      actions={
        <>
          <SubmitButton size="sm" variant={isRemoving ? 'danger' : 'primary'}>
            {isRemoving ? 'Remove Referrer' : 'Set Referrer'}
          </SubmitButton>
          <CancelButton size="sm" onCancel={onDone} />
        </>
      }
    >
      {isRemoving ? null : (
        <TextField
          control={control}
          name="referrer"
          label="Link code or referrer’s email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <TextField
        control={control}
        name="reason"
        label="Reason"
        maxLength={500}
        autoComplete="off"
      />
    </Form>
  )
}
