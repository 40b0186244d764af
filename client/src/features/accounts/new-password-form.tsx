import { useWatch } from 'react-hook-form'
import { newPassword } from '@shared/accounts'
import { z } from '@shared/zod'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { PasswordInput } from '@/ui/input'
import { Notice } from '@/ui/notice'
import { NewPasswordField } from './new-password-field'
import { nobody } from './password-hint'
import { notCommon } from './password-judge'
import { useConfirmReset } from './reset-api'

const schema = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
  })
  .refine(...notCommon('password', nobody))

/** A new password for whoever came by the mailed link. */
export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useZodForm(schema, { password: '', confirmPassword: '' })
  const saving = useConfirmReset()
  const { errors } = form.formState
  const typed = useWatch({ control: form.control, name: 'password' })

  const handleSubmit = form.handleSubmit(async ({ password }) => {
    try {
      await saving.mutateAsync({ token, password })
      onDone()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form onSubmit={handleSubmit} noValidate>
      {/* Password managers keep what they save by a name, and look for it in the form. */}
      <input type="text" autoComplete="username" hidden readOnly />
      <fieldset disabled={saving.isPending} className="grid gap-5">
        <NewPasswordField
          label="New password"
          control={form.register('password')}
          password={typed}
          owner={null}
          error={errors.password?.message}
        />
        <Field
          label="Confirm password"
          hint="Enter the same password again."
          error={errors.confirmPassword?.message}
        >
          {(aria) => (
            <PasswordInput
              {...aria}
              {...form.register('confirmPassword')}
              autoComplete="new-password"
            />
          )}
        </Field>
      </fieldset>
      {saving.isError ? (
        <Notice tone="danger" role="alert" title="The password was not changed" className="mt-5">
          {messageOf(saving.error, 'Please try again.')}
        </Notice>
      ) : null}
      <Button type="submit" size="lg" pending={saving.isPending} className="mt-6 w-full">
        Change Password
      </Button>
    </form>
  )
}
