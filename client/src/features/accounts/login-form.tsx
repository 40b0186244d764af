import {
  clockIsOff,
  codeNeeded,
  codeRefused,
  loginRequest,
  type CurrentUser,
  type LoginRequest,
} from '@shared/accounts'
import { secondFactorRequired } from '@shared/error-codes'
import { type ReactNode, useState } from 'react'
import { brand } from '@/lib/brand'
import { fieldsOf, submitHandler, useZodForm } from '@/lib/form'
import { HttpError, post } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { useSend } from '@/lib/use-send'
import { useTitleState } from '@/lib/use-title-state'
import { Button } from '@/ui/button'
import { Form, SubmitButton } from '@/ui/form'
import { CodeField, EmailField, PasswordField } from '@/ui/form-fields'
import { startsSession } from './api'

export type LoginStep = 'password' | 'code'

interface LoginFormProps {
  onSuccess: (user: CurrentUser) => void
  /** Called with the next thing that the form asks for; it begins with the password. */
  onStep?: (step: LoginStep) => void
  /** Below the form; it may want to know the email that was typed. */
  footer?: (getEmail: () => string) => ReactNode
}

const noMatch = 'Invalid email or password. Please try again.'

/** Beside the toast, which has the server's words. */
function explain(reason: string) {
  if (reason === noMatch)
    return {
      title: 'Check your email and password',
      message: 'That email and password don’t match our records. Passwords are case-sensitive.',
    }
  // An error about a code is shown at its field.
  const isAboutCode = reason === codeNeeded || reason === clockIsOff
  return { title: 'We couldn’t log you in', message: isAboutCode ? '' : reason }
}

/**
 * Email and password, then the code of an authenticator app where the account asks for one; used by
 * the login page and by the administrator's login panel.
 */
export function LoginForm({ onSuccess, onStep, footer }: LoginFormProps) {
  const login = useSend(
    (typed: LoginRequest) => post<CurrentUser>('/api/login', typed),
    startsSession,
  )
  const form = useZodForm(loginRequest, { email: '', password: '', code: '' }, 'nothing')
  const [asksForCode, setAsksForCode] = useState(false)
  const field = fieldsOf(form)
  useTitleState(asksForCode ? 'Authentication Code' : null)

  function ask(next: 'password' | 'code') {
    setAsksForCode(next === 'code')
    onStep?.(next)
    if (next === 'password') form.resetField('code')
    setTimeout(() => form.setFocus(next, { shouldSelect: true }))
  }

  const handleSubmit = submitHandler(
    form,
    async ({ code, ...values }) => {
      try {
        const user = await login.mutateAsync({ ...values, ...(code && { code }) })
        toast({ title: 'Login successful!', description: `Welcome back to ${brand.portalName}.` })
        onSuccess(user)
      } catch (error) {
        const needsCode = error instanceof HttpError && error.data?.code === secondFactorRequired
        const refusesPassword = error instanceof HttpError && error.status === 401 && !needsCode
        // A lost connection or too many attempts say nothing against the password.
        ask(needsCode || (asksForCode && !refusesPassword) ? 'code' : 'password')
        if (needsCode && !code) {
          if (asksForCode) form.setError('code', { message: codeNeeded })
          return
        }
        const isClockOff = needsCode && error.message === clockIsOff
        if (needsCode) form.setError('code', { message: isClockOff ? clockIsOff : codeRefused })
        throw error
      }
    },
    {
      failure: 'Login failed',
      fallback: noMatch,
      alsoToast: true,
      explain,
    },
  )

  return (
    <>
      <Form
        form={form}
        onSubmit={handleSubmit}
        actions={
          <>
            <SubmitButton size="lg" className="w-full">
              Log In
            </SubmitButton>
            {asksForCode ? (
              <Button
                variant="ghost"
                disabled={form.formState.isSubmitting}
                className="w-full"
                onClick={() => {
                  form.clearErrors()
                  ask('password')
                }}
              >
                Back
              </Button>
            ) : null}
          </>
        }
      >
        {asksForCode ? (
          <CodeField {...field('code')} isAsked />
        ) : (
          <>
            <EmailField {...field('email')} label="Email" fill="username" />
            <PasswordField {...field('password')} label="Password" />
          </>
        )}
      </Form>
      {footer?.(() => form.getValues('email'))}
    </>
  )
}
