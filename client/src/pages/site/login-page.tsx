import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { forgotPassword } from '@/features/accounts/forgot-password'
import { LoginForm, type LoginStep } from '@/features/accounts/login-form'
import { SessionEndedNotice } from '@/features/accounts/session-ended-notice'
import { useSession } from '@/features/accounts/use-session'
import { paths } from '@/lib/paths'
import { mailAvailabilityQuery } from '@/lib/query-client'
import { useDocumentTitle } from '@/lib/use-document-title'
import { Card } from '@/ui/card'
import { Spinner } from '@/ui/button'

export function LoginPage() {
  useDocumentTitle('Login')
  const { user, isLoading } = useSession()
  const [, navigate] = useLocation()
  const mail = useQuery(mailAvailabilityQuery)
  const canReset = mail.data?.configured
  const forgotten = canReset ? paths.resetPassword : paths.onboarding
  const [step, setStep] = useState<LoginStep>('password')
  const asksForCode = step === 'code'

  const next = pathAfterLogin(useHistoryState())

  if (user) return <Redirect to={next} replace />

  return (
    <div className="shell max-w-lg py-10 md:py-16">
      <h1 tabIndex={-1} className="lg:text-4xl">
        {asksForCode ? 'Two-Step Login' : 'Welcome Back'}
      </h1>
      <p className="mt-3 text-muted">
        {asksForCode
          ? 'Your password is correct. There’s one more step.'
          : 'Log in to see your status and your documents.'}
      </p>
      <SessionEndedNotice className="mt-8" />
      <Card className="mt-8 p-5 md:p-7">
        {isLoading ? (
          <div className="flex min-h-72 items-center justify-center">
            <Spinner label="Loading" />
          </div>
        ) : (
          <>
            <LoginForm
              onSuccess={() => navigate(next, { replace: true })}
              onStep={setStep}
              footer={(getEmail) => (
                <p hidden={asksForCode} className="mt-5 min-h-lh text-center">
                  {/* Pressed before the mail status has come, the link would lead to the wrong page. */}
                  {mail.isPending ? null : (
                    <Link
                      href={forgotten}
                      className="link"
                      onClick={(event) => {
                        event.preventDefault()
                        navigate(forgotten, {
                          state: canReset ? { email: getEmail() } : forgotPassword,
                        })
                      }}
                    >
                      Forgot Password?
                    </Link>
                  )}
                </p>
              )}
            />
          </>
        )}
      </Card>
      <p hidden={asksForCode} className="mt-6 text-center text-muted">
        No account yet?{' '}
        <Link href={paths.onboarding} className="link">
          Sign up
        </Link>
      </p>
    </div>
  )
}

/** The page after a login: what was asked for before it, or the dashboard. A path of ours in any case. */
function pathAfterLogin(state: unknown): string {
  const next = typeof state === 'object' && state && 'next' in state ? String(state.next) : ''
  // The browser takes '//elsewhere' and '/\\elsewhere' for other sites.
  return /^\/(?![/\\])/.test(next) ? next : paths.dashboard
}
