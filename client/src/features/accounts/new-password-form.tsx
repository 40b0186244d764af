import { newPassword } from '@shared/accounts'
import { z } from '@shared/zod'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { endSession } from '@/lib/session'
import { Form, SubmitButton } from '@/ui/form'
import { LoginName } from './login-name'
import { ConfirmPasswordField, NewPasswordField } from './new-password-field'
import { nobody } from './password-hint'
import { confirmed, notCommon } from './common-passwords'

const schema = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(...confirmed('password'))
  .refine(...notCommon('password', nobody))

/** A new password, by the mailed link. */
export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const submission = useSubmitForm(schema, { password: '', confirmPassword: '' }, 'nothing', {
    send: ({ password }) => post('/api/password-reset/confirm', { token, password }),
    // The server has ended every session of the account.
    onAnswer: (_answer, client) => endSession(client, { isAsked: true }),
    failure: 'The password was not changed',
    onDone,
  })
  const { control } = submission.form

  return (
    <Form
      {...submission}
      before={<LoginName />}
      actions={
        <SubmitButton size="lg" className="w-full">
          Change Password
        </SubmitButton>
      }
    >
      <NewPasswordField control={control} name="password" label="New password" owner={null} />
      <ConfirmPasswordField control={control} name="confirmPassword" />
    </Form>
  )
}
