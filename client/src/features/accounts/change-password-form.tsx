import { useWatch } from 'react-hook-form'
import {
  adminPasswordMinLength,
  changePasswordRequest,
  newPassword,
  passwordMinLength,
  type CurrentUser,
} from '@shared/accounts'
import { secret } from '@shared/text'
import { z } from '@shared/zod'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { PasswordInput } from '@/ui/input'
import { toast } from '@/ui/toast'
import { useChangePassword } from './account-api'
import { CodeField } from './code-input'
import { NewPasswordField } from './new-password-field'
import { notCommon } from './password-judge'

const adminPassword = secret({
  required: `The administrator's password must be at least ${adminPasswordMinLength} characters.`,
  min: adminPasswordMinLength,
})

/** The code is asked for by the server alone: this page may not know yet that there is one. */
const schemaFor = (user: CurrentUser) =>
  changePasswordRequest
    .extend({
      newPassword: user.isAdmin ? adminPassword : newPassword,
      confirmPassword: z.string(),
    })
    .refine((values) => values.newPassword === values.confirmPassword, {
      error: "Passwords don't match",
      path: ['confirmPassword'],
    })
    .refine(...notCommon('newPassword', user))

const empty = { currentPassword: '', code: '', newPassword: '', confirmPassword: '' }

interface ChangePasswordFormProps {
  user: CurrentUser
  /** Whether two-step login is on. */
  asksForCode?: boolean
  currentLabel?: string
}

/** A new password for somebody who is logged in and types the present one. */
export function ChangePasswordForm({
  user,
  asksForCode = false,
  currentLabel = 'Current password',
}: ChangePasswordFormProps) {
  const form = useZodForm(schemaFor(user), empty)
  const saving = useChangePassword()
  const { errors } = form.formState
  const typed = useWatch({ control: form.control, name: 'newPassword' })
  const minLength = user.isAdmin ? adminPasswordMinLength : passwordMinLength

  const handleSubmit = form.handleSubmit(
    async ({ confirmPassword: _confirmed, code, ...change }) => {
      try {
        await saving.mutateAsync({ ...change, ...(code && { code }) })
        form.reset(empty)
        toast({ title: 'Password changed', description: 'You are logged out everywhere else.' })
      } catch (error) {
        showServerErrors(form, error)
        toast({
          title: 'The password was not changed',
          description: messageOf(error, 'Please try again.'),
          variant: 'destructive',
        })
      }
    },
  )

  return (
    <form onSubmit={handleSubmit} noValidate aria-label="Change password">
      {/* Password managers keep what they save by a name, and look for it in the form. */}
      <input type="text" autoComplete="username" value={user.email} hidden readOnly />
      <fieldset disabled={saving.isPending} className="grid gap-5">
        <Field label={currentLabel} error={errors.currentPassword?.message}>
          {(aria) => (
            <PasswordInput
              {...aria}
              {...form.register('currentPassword')}
              autoComplete="current-password"
            />
          )}
        </Field>
        {asksForCode || errors.code ? (
          <CodeField error={errors.code?.message} field={form.register('code')} />
        ) : null}
        <NewPasswordField
          label="New password"
          control={form.register('newPassword')}
          password={typed}
          owner={user}
          minLength={minLength}
          error={errors.newPassword?.message}
        />
        <Field
          label="Confirm new password"
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
      <Button type="submit" pending={saving.isPending} className="mt-6">
        Change Password
      </Button>
    </form>
  )
}
