import { codeRefused, loginRequest, secondFactorRequired, type CurrentUser } from '@shared/accounts'
import { useState } from 'react'
import { showServerErrors, useZodForm } from '@/lib/form'
import { HttpError, messageOf } from '@/lib/http'
import { brand } from '@/lib/brand'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { EmailInput, PasswordInput } from '@/ui/input'
import { toast } from '@/ui/toast'
import { useLogin } from './api'
import { CodeField } from './code-input'

export type LoginStep = 'password' | 'code'

interface LoginFormProps {
  onSuccess: (user: CurrentUser) => void
  /** What the form asks for from now on; it begins with the password. */
  onStep?: (step: LoginStep) => void
}

/**
 * E-mail and password, then the code of an authenticator app where the account asks for one; used by
 * the login page and by the administrator's login panel.
 */
export function LoginForm({ onSuccess, onStep }: LoginFormProps) {
  const login = useLogin()
  const form = useZodForm(loginRequest, { email: '', password: '', code: '' })
  const [asksForCode, setAsksForCode] = useState(false)
  const { errors, isSubmitting } = form.formState

  function ask(field: 'password' | 'code') {
    setAsksForCode(field === 'code')
    onStep?.(field)
    if (field === 'password') form.resetField('code')
    // Once the fields are there and enabled again.
    setTimeout(() => form.setFocus(field, { shouldSelect: true }))
  }

  const handleSubmit = form.handleSubmit(async ({ code, ...values }) => {
    try {
      const user = await login.mutateAsync({ ...values, ...(code && { code }) })
      toast({ title: 'Login successful!', description: `Welcome back to ${brand.portalName}.` })
      onSuccess(user)
    } catch (error) {
      const needsCode = error instanceof HttpError && error.data?.code === secondFactorRequired
      const refusesPassword = error instanceof HttpError && error.status === 401 && !needsCode
      // A lost connection or too many attempts say nothing against the password.
      ask(needsCode || (asksForCode && !refusesPassword) ? 'code' : 'password')
      if (needsCode && !code) return
      if (needsCode) form.setError('code', { message: codeRefused })
      showServerErrors(form, error)
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
        {asksForCode ? (
          <CodeField error={errors.code?.message} field={form.register('code')} />
        ) : (
          <>
            <Field label="Email" error={errors.email?.message}>
              {(aria) => (
                <EmailInput {...aria} {...form.register('email')} autoComplete="username" />
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
          </>
        )}
      </fieldset>
      <Button type="submit" size="lg" pending={isSubmitting} className="mt-6 w-full">
        Log in
      </Button>
      {asksForCode ? (
        <Button
          variant="ghost"
          disabled={isSubmitting}
          className="mt-3 w-full"
          onClick={() => ask('password')}
        >
          Back
        </Button>
      ) : null}
    </form>
  )
}
