import { passwordProof, type PasswordProof } from '@shared/accounts'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { PasswordInput } from '@/ui/input'
import { toast } from '@/ui/toast'

interface PasswordProofFormProps {
  email: string
  submitLabel: string
  /** Title of what is said when the server refuses. */
  failure: string
  onProof: (proof: PasswordProof) => Promise<void>
}

/** Asks somebody who is logged in for the password before something delicate happens. */
export function PasswordProofForm(props: PasswordProofFormProps) {
  const form = useZodForm(passwordProof, { currentPassword: '' })
  const { errors, isSubmitting } = form.formState

  const handleSubmit = form.handleSubmit(async (proof) => {
    try {
      await props.onProof(proof)
    } catch (error) {
      showServerErrors(form, error)
      toast({
        title: props.failure,
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    }
  })

  return (
    <form onSubmit={handleSubmit} noValidate aria-label={props.submitLabel}>
      <input type="text" autoComplete="username" value={props.email} hidden readOnly />
      <Field label="Your password" error={errors.currentPassword?.message} className="max-w-md">
        {(aria) => (
          <PasswordInput
            {...aria}
            {...form.register('currentPassword')}
            autoComplete="current-password"
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" pending={isSubmitting} className="mt-5">
        {props.submitLabel}
      </Button>
    </form>
  )
}
