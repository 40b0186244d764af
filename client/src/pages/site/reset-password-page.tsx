import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { newPassword, passwordResetRequest } from '@shared/accounts'
import { z } from '@shared/zod'
import { NoOnlineReset } from '@/features/accounts/forgot-password'
import {
  repeatsPassword,
  notCommon,
  ConfirmPasswordField,
  NewPasswordField,
  nobody,
} from '@/features/accounts/new-password-field'
import { useSubmitForm } from '@/lib/form'
import { HttpError, post } from '@/lib/http'
import { paths } from '@/lib/paths'
import { mailAvailabilityQuery } from '@/lib/query-client'
import { endSession } from '@/lib/session'
import { toast } from '@/lib/toast-store'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useLinkToken } from '@/lib/use-link-token'
import { Button, Spinner } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmailText } from '@/ui/email-text'
import { Form, SubmitButton } from '@/ui/form'
import { EmailField, LoginName } from '@/ui/form-fields'
import { Notice } from '@/ui/notice'

export function ResetPasswordPage() {
  useDocumentTitle('Reset Password')
  const [, navigate] = useLocation()
  const [linked, dropToken] = useLinkToken()
  const check = useQuery({
    queryKey: ['/api/password-reset/check', linked],
    queryFn: () => post('/api/password-reset/check', { token: linked }),
    enabled: linked !== null,
    gcTime: 0,
    meta: { isPublic: true },
  })
  // Without an answer, the link may still work.
  const isDead = check.error instanceof HttpError && check.error.status === 400
  const token = isDead ? null : linked
  const mail = useQuery({ ...mailAvailabilityQuery, enabled: !token })
  const isLoading = token ? check.isPending : mail.isPending

  function handleDone() {
    toast({ title: 'Password changed', description: 'Log in with your new password.' })
    navigate(paths.login, { replace: true })
  }

  return (
    // The form and the notice that may come in its place are not as high: the footer stays below the fold.
    <div className="shell min-h-dvh max-w-lg py-10 md:py-16">
      <h1 tabIndex={-1} className="lg:text-4xl">
        Reset Your Password
      </h1>
      {isLoading ? (
        <Spinner label="Loading" className="mt-16 ml-[calc(50%-0.625rem)] size-5" />
      ) : token ? (
        <Panel lede="Choose a new password. You’ll be logged out on all your devices.">
          <NewPasswordForm key={token} token={token} onDone={handleDone} />
        </Panel>
      ) : mail.data?.configured ? (
        <Panel
          lede={
            isDead
              ? 'This link has expired or was already used. Enter your email to get a new one.'
              : 'We’ll email you a link to choose a new password.'
          }
        >
          <RequestResetForm />
        </Panel>
      ) : (
        <NoOnlineReset className="mt-8 md:px-6 md:py-5" />
      )}
      {isLoading ? null : (
        <p className="mt-6 flex justify-center gap-6">
          {token ? (
            <Link
              href={paths.resetPassword}
              className="link pointer-coarse:py-2.5"
              onClick={dropToken}
            >
              Ask for a new link
            </Link>
          ) : null}
          <Link href={paths.login} className="link pointer-coarse:py-2.5">
            Back to login
          </Link>
        </p>
      )}
    </div>
  )
}

function Panel({ lede, children }: { lede: string; children: ReactNode }) {
  return (
    <>
      <p className="mt-3 text-muted">{lede}</p>
      <Card className="mt-8 p-5 md:p-7">{children}</Card>
    </>
  )
}

/** Asks for a link by mail. The answer is the same whether or not the address has an account. */
function RequestResetForm() {
  const [email, setEmail] = useState<string | null>(null)
  const typed = useHistoryState<{ email?: string } | null>()?.email ?? ''
  const submission = useSubmitForm({
    schema: passwordResetRequest,
    defaultValues: { email: typed },
    kept: { name: 'reset', of: null },
    send: (values) => post('/api/password-reset', values),
    onAnswer: (_answer, _client, sent) => setEmail(sent.email),
    failure: 'The link was not sent',
  })

  function askAgain() {
    setEmail(null)
    setTimeout(() => submission.form.setFocus('email', { shouldSelect: true }))
  }

  if (email !== null) {
    return (
      <Notice
        tone="success"
        title="Check your inbox"
        actions={
          <Button size="sm" variant="secondary" onClick={askAgain}>
            Use Another Email
          </Button>
        }
      >
        If{' '}
        <strong className="font-medium">
          <EmailText email={email} />
        </strong>{' '}
        has an account, we’ve sent a link to it. The link works once and expires in 30 minutes. If
        you don’t see it, check your spam folder.
      </Notice>
    )
  }
  return (
    <Form
      {...submission}
      actions={
        <SubmitButton size="lg" className="w-full">
          Send Reset Link
        </SubmitButton>
      }
    >
      <EmailField {...submission.field('email')} label="Email" fill="username" />
    </Form>
  )
}

const newPasswordForm = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(...repeatsPassword('password'))
  .refine(...notCommon('password', nobody))

function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const submission = useSubmitForm({
    schema: newPasswordForm,
    defaultValues: { password: '', confirmPassword: '' },
    kept: 'nothing',
    send: ({ password }) => post('/api/password-reset/confirm', { token, password }),
    // The server has ended every session of the account.
    onAnswer: (_answer, client) => endSession(client, { isAsked: true }),
    failure: 'The password was not changed',
    onDone,
  })
  const { field } = submission

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
      <NewPasswordField {...field('password')} label="New password" owner={null} />
      <ConfirmPasswordField {...field('confirmPassword')} />
    </Form>
  )
}
