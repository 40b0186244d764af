import { passwordResetRequest } from '@shared/accounts'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { EmailInput } from '@/ui/input'
import { Notice } from '@/ui/notice'
import { useRequestReset } from './reset-api'

/** Asks for a link by mail. The answer is the same whether or not the address has an account. */
export function RequestResetForm() {
  const form = useZodForm(passwordResetRequest, { email: '' })
  const asking = useRequestReset()

  const handleSubmit = form.handleSubmit(async (values) => {
    await asking.mutateAsync(values).catch((error: unknown) => showServerErrors(form, error))
  })

  if (asking.isSuccess) {
    return (
      <Notice tone="success" role="status" title="Check your inbox">
        If <span className="wrap-anywhere font-medium">{asking.variables.email}</span> has an
        account, a link is on its way. It works once, for 30 minutes. Look in your spam folder too.
      </Notice>
    )
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <fieldset disabled={asking.isPending}>
        <Field label="Email" error={form.formState.errors.email?.message}>
          {(aria) => (
            <EmailInput
              {...aria}
              {...form.register('email')}

              autoComplete="username"
            />
          )}
        </Field>
      </fieldset>
      {asking.isError ? (
        <Notice tone="danger" role="alert" title="The link was not sent" className="mt-5">
          {messageOf(asking.error, 'Please try again.')}
        </Notice>
      ) : null}
      <Button type="submit" size="lg" pending={asking.isPending} className="mt-6 w-full">
        Send Reset Link
      </Button>
    </form>
  )
}
