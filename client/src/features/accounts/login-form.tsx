import { loginRequest, type CurrentUser } from '@shared/accounts'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { brand } from '@/lib/brand'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { EmailInput, PasswordInput } from '@/ui/input'
import { toast } from '@/ui/toast'
import { useLogin } from './api'

/** E-mail and password; used by the login page and by the administrator's login panel. */
export function LoginForm({ onSuccess }: { onSuccess: (user: CurrentUser) => void }) {
  const login = useLogin()
  const form = useZodForm(loginRequest, { email: '', password: '' })
  const { errors, isSubmitting } = form.formState

  const handleSubmit = form.handleSubmit(async (values) => {
    try {
      const user = await login.mutateAsync(values)
      toast({ title: 'Login successful!', description: `Welcome back to ${brand.portalName}.` })
      onSuccess(user)
    } catch (error) {
      showServerErrors(form, error)
      // Once the fields are enabled again.
      setTimeout(() => form.setFocus('password', { shouldSelect: true }))
      toast({
        title: 'Login failed',
        description: messageOf(error, 'Invalid email or password. Please try again.'),
        variant: 'destructive',
      })
    }
  })

  return (
    <form onSubmit={handleSubmit} noValidate>
      <fieldset disabled={login.isPending} className="grid gap-5">
        <Field label="Email" error={errors.email?.message}>
          {(aria) => (
            <EmailInput
              {...aria}
              {...form.register('email')}

              autoComplete="username"
            />
          )}
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(aria) => (
            <PasswordInput
              {...aria}
              {...form.register('password')}
              autoComplete="current-password"
            />
          )}
        </Field>
      </fieldset>
      <Button type="submit" size="lg" pending={isSubmitting} className="mt-6 w-full">
        Log in
      </Button>
    </form>
  )
}
