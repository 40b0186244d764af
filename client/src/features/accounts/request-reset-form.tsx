import { passwordResetRequest, type PasswordResetRequest } from '@shared/accounts'
import { submitHandler, useZodForm } from '@/lib/form'
import { post } from '@/lib/http'
import { useSend } from '@/lib/use-send'
import { Button } from '@/ui/button'
import { Form, SubmitButton } from '@/ui/form'
import { EmailField } from '@/ui/form-fields'
import { Notice } from '@/ui/notice'

/** Asks for a link by mail. The answer is the same whether or not the address has an account. */
export function RequestResetForm() {
  const form = useZodForm(passwordResetRequest, { email: '' }, { name: 'reset', of: null })
  const asking = useSend((typed: PasswordResetRequest) => post('/api/password-reset', typed))

  const handleSubmit = submitHandler(form, asking.mutateAsync, {
    failure: 'The link was not sent',
  })

  function askAgain() {
    asking.reset()
    // Once the field is there.
    setTimeout(() => form.setFocus('email', { shouldSelect: true }))
  }

  if (asking.isSuccess) {
    return (
      <Notice
        tone="success"
        role="status"
        title="Check your inbox"
        actions={
          <Button size="sm" variant="secondary" onClick={askAgain}>
            Use Another Email
          </Button>
        }
      >
        If <span className="wrap-anywhere font-medium">{asking.variables.email}</span> has an
        account, we’ve sent a link to it. The link works once and expires in 30 minutes. If you
        don’t see it, check your spam folder.
      </Notice>
    )
  }
  return (
    <Form
      form={form}
      onSubmit={handleSubmit}
      actions={
        <SubmitButton size="lg" className="w-full">
          Send Reset Link
        </SubmitButton>
      }
    >
      <EmailField control={form.control} name="email" label="Email" autoComplete="username" />
    </Form>
  )
}
