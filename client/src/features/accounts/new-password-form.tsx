import { newPassword } from '@shared/accounts'
import { z } from '@shared/zod'
import { submitHandler, useZodForm } from '@/lib/form'
import { Form, SubmitButton } from '@/ui/form'
import { LoginName } from './login-name'
import { ConfirmPasswordField, NewPasswordField } from './new-password-field'
import { nobody } from './password-hint'
import { confirmed, notCommon } from './common-passwords'
import { useConfirmReset } from './reset-api'

const schema = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(...confirmed('password'))
  .refine(...notCommon('password', nobody))

/** A new password, by the mailed link. */
export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useZodForm(schema, { password: '', confirmPassword: '' }, 'nothing')
  const { control } = form
  const saving = useConfirmReset()

  const handleSubmit = submitHandler(
    form,
    async ({ password }) => {
      await saving.mutateAsync({ token, password })
      onDone()
    },
    { failure: 'The password was not changed' },
  )

  return (
    <Form
      form={form}
      onSubmit={handleSubmit}
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
