import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { NewPasswordForm } from '@/features/accounts/new-password-form'
import { NoOnlineReset } from '@/features/accounts/no-online-reset'
import { RequestResetForm } from '@/features/accounts/request-reset-form'
import { mailAvailabilityQuery } from '@/features/accounts/account-api'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useLinkToken } from '@/lib/use-link-token'
import { paths } from '@/lib/paths'
import { Card } from '@/ui/card'
import { Spinner } from '@/ui/spinner'
import { toast } from '@/lib/toast-store'

/** Asks for a reset link; opened by that link, takes the new password. */
export function ResetPasswordPage() {
  useDocumentTitle('Reset Password')
  const [, navigate] = useLocation()
  const [token, dropToken] = useLinkToken()
  const mail = useQuery({ ...mailAvailabilityQuery, enabled: !token })

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
      {token ? (
        <Panel lede="Choose a new password. You’ll be logged out on all your devices.">
          <NewPasswordForm key={token} token={token} onDone={handleDone} />
        </Panel>
      ) : mail.isPending ? (
        <Spinner label="Loading" className="mt-16 ml-[calc(50%-0.625rem)] size-5" />
      ) : mail.data?.configured ? (
        <Panel lede="We’ll email you a link to choose a new password.">
          <RequestResetForm />
        </Panel>
      ) : (
        <NoOnlineReset className="mt-8 md:px-6 md:py-5" />
      )}
      {token || !mail.isPending ? (
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
      ) : null}
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
