import { codeNeeded, reauthentication, type Reauthentication } from '@shared/accounts'
import { submitHandler, useZodForm } from '@/lib/form'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { PasswordField } from '@/ui/form-fields'
import { CodeField } from '@/ui/code-input'
import { LoginName } from './login-name'

interface ReauthenticationFormProps {
  email: string
  submitLabel: string
  /** Whether two-step login is on. */
  asksForCode?: boolean
  onConfirm: (credentials: Reauthentication) => Promise<void>
  onCancel: () => void
}

const reauthenticationWithCode = reauthentication.refine(({ code }) => Boolean(code), {
  error: codeNeeded,
  path: ['code'],
})

/**
 * Asks someone who is logged in for the password, and for a code where two-step login is on, before
 * something delicate happens.
 */
export function ReauthenticationForm({ asksForCode = false, ...props }: ReauthenticationFormProps) {
  const form = useZodForm(
    asksForCode ? reauthenticationWithCode : reauthentication,
    {
      currentPassword: '',
      code: '',
    },
    'nothing',
  )
  const { control } = form

  const handleSubmit = submitHandler(
    form,
    ({ currentPassword, code }) => props.onConfirm({ currentPassword, ...(code && { code }) }),
    { failure: 'We couldn’t confirm it’s you', rename: { password: 'currentPassword' } },
  )

  return (
    <Form
      form={form}
      label={props.submitLabel}
      onSubmit={handleSubmit}
      before={<LoginName email={props.email} />}
      actions={
        <>
          <SubmitButton>{props.submitLabel}</SubmitButton>
          <CancelButton onCancel={props.onCancel} />
        </>
      }
    >
      <PasswordField
        control={control}
        name="currentPassword"
        label="Your password"
        className="max-w-md"
      />
      <CodeField control={control} name="code" isAsked={asksForCode} className="max-w-md" />
    </Form>
  )
}
