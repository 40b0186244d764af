import { codeNeeded, passwordProof, type PasswordProof } from '@shared/accounts'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { PasswordInput } from '@/ui/input'
import { toast } from '@/ui/toast'
import { CodeField } from './code-input'

interface PasswordProofFormProps {
  email: string
  submitLabel: string
  /** Whether two-step login is on. */
  asksForCode?: boolean
  /** Title of what is said when the server refuses. */
  failure: string
  onProof: (proof: PasswordProof) => Promise<void>
  variant?: 'primary' | 'secondary'
  onCancel?: () => void
}

const proofWithCode = passwordProof.refine(({ code }) => Boolean(code), {
  error: codeNeeded,
  path: ['code'],
})

/**
 * Asks somebody who is logged in for the password, and for a code where two-step login is on, before
 * something delicate happens.
 */
export function PasswordProofForm({ asksForCode = false, ...props }: PasswordProofFormProps) {
  const form = useZodForm(asksForCode ? proofWithCode : passwordProof, {
    currentPassword: '',
    code: '',
  })
  const { errors, isSubmitting } = form.formState

  const handleSubmit = form.handleSubmit(async ({ currentPassword, code }) => {
    try {
      await props.onProof({ currentPassword, ...(code && { code }) })
    } catch (error) {
      showServerErrors(form, error, { password: 'currentPassword' })
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
      <div className="grid gap-5">
        <Field label="Your password" error={errors.currentPassword?.message} className="max-w-md">
          {(aria) => (
            <PasswordInput
              {...aria}
              {...form.register('currentPassword')}
              autoComplete="current-password"
            />
          )}
        </Field>
        {asksForCode || errors.code ? (
          <CodeField control={form.control} name="code" className="max-w-md" />
        ) : null}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="submit" variant={props.variant ?? 'primary'} pending={isSubmitting}>
          {props.submitLabel}
        </Button>
        {props.onCancel ? (
          <Button variant="secondary" onClick={props.onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  )
}
