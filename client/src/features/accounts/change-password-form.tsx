import {
  adminPasswordMinLength,
  changePasswordRequest,
  newPassword,
  passwordMinLength,
  type CurrentUser,
} from '@shared/accounts'
import { accountPassword } from '@shared/text'
import { z } from '@shared/zod'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { refresh } from '@/lib/use-send'
import { Form, SubmitButton } from '@/ui/form'
import { CodeField, LoginName, PasswordField } from '@/ui/form-fields'
import { sessionsQuery } from './account-api'
import {
  ConfirmPasswordField,
  NewPasswordField,
  repeatsPassword,
  notCommon,
} from './new-password-field'

const adminPassword = accountPassword({
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
    .refine(...repeatsPassword('newPassword'))
    .refine(...notCommon('newPassword', user))

const empty = { currentPassword: '', code: '', newPassword: '', confirmPassword: '' }

interface ChangePasswordFormProps {
  user: CurrentUser
  asksForCode?: boolean
  currentLabel?: string
}

export function ChangePasswordForm({
  user,
  asksForCode = false,
  currentLabel = 'Current password',
}: ChangePasswordFormProps) {
  const submission = useSubmitForm({
    schema: schemaFor(user),
    defaultValues: empty,
    kept: 'nothing',
    send: ({ confirmPassword: _confirmed, code, ...change }) =>
      post('/api/password', { ...change, ...(code && { code }) }),
    // The other sessions end, and a one-time password may have been all that kept pages from being shown.
    // Not waited for: the password is changed.
    onAnswer: (_answer, client) => void refresh(client, [...sessionsQuery.queryKey, ...sessionKey]),
    done: { title: 'Password changed', description: 'You’re logged out on all other devices.' },
    failure: 'The password was not changed',
    onDone: (_answer, { reset }) => reset(empty),
  })
  const { field } = submission

  return (
    <Form
      {...submission}
      label="Change password"
      before={<LoginName email={user.email} />}
      actions={<SubmitButton>Change Password</SubmitButton>}
    >
      <PasswordField {...field('currentPassword')} label={currentLabel} />
      <NewPasswordField
        {...field('newPassword')}
        label="New password"
        owner={user}
        minLength={user.isAdmin ? adminPasswordMinLength : passwordMinLength}
      />
      <ConfirmPasswordField {...field('confirmPassword')} label="Confirm new password" />
      {/* Last, because password managers take the field before a password for the username. */}
      <CodeField {...field('code')} isAsked={asksForCode} />
    </Form>
  )
}
