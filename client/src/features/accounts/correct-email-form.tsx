import { useEffect } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { correctEmailRequest } from '@shared/email-changes'
import { submitHandler, useZodForm } from '@/lib/form'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { EmailField } from '@/ui/form-fields'
import { toast } from '@/lib/toast-store'
import { useCorrectEmail } from './email-change-api'
import { EmailSuggestion } from './email-suggestion'

interface CorrectEmailFormProps {
  /** As it was typed at sign-up. */
  email: string
  onClose: () => void
}

export function CorrectEmailForm({ email, onClose }: CorrectEmailFormProps) {
  const form = useZodForm(correctEmailRequest, { email }, { name: 'correct-email', of: email })
  const correcting = useCorrectEmail()
  const { control, setFocus, setValue } = form
  const typed = useWatch({ control, name: 'email' })
  const state = useFormState({ control, name: 'email' })
  const { isDirty, isTouched, invalid } = form.getFieldState('email', state)
  useEffect(() => setFocus('email'), [setFocus])

  const handleSubmit = submitHandler(
    form,
    async (correction) => {
      await correcting.mutateAsync(correction)
      toast({ title: 'Your email was corrected' })
      onClose()
    },
    { failure: 'Your email was not corrected' },
  )

  return (
    <Form
      form={form}
      label="Correct your email"
      onSubmit={handleSubmit}
      className="mt-3 max-w-md"
      actions={
        <>
          <SubmitButton>Save Email</SubmitButton>
          <CancelButton disabled={correcting.isPending} onCancel={onClose} />
        </>
      }
    >
      <div>
        <EmailField control={control} name="email" label="Your email" autoComplete="email" />
        <EmailSuggestion
          email={!invalid && (isTouched || !isDirty) ? typed : ''}
          onTake={(corrected) => setValue('email', corrected, { shouldValidate: true })}
        />
      </div>
    </Form>
  )
}
