import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { token as tokenSchema } from '@shared/text'
import { NewPasswordForm } from '@/features/accounts/new-password-form'
import { NoOnlineReset } from '@/features/accounts/no-online-reset'
import { RequestResetForm } from '@/features/accounts/request-reset-form'
import { mailAvailabilityQuery } from '@/features/accounts/reset-api'
import { useDocumentTitle } from '@/lib/use-document-title'
import { paths } from '@/lib/paths'
import { Card } from '@/ui/card'
import { Spinner } from '@/ui/spinner'
import { toast } from '@/ui/toast'

/** The token comes in the fragment, which no server, log or mail scanner's request gets to see. */
function readToken(): string | null {
  const given = new URLSearchParams(window.location.hash.slice(1)).get('token')
  const parsed = tokenSchema.safeParse(given)
  return parsed.success ? parsed.data : null
}

/** Asks for a reset link; opened by that link, takes the new password. */
export function ResetPasswordPage() {
  useDocumentTitle('Reset Password')
  const [, navigate] = useLocation()
  const [token, setToken] = useState(readToken)

  // The link may be opened in a tab that already shows this page.
  useEffect(() => {
    const handleChange = () => setToken(readToken())
    window.addEventListener('hashchange', handleChange)
    return () => window.removeEventListener('hashchange', handleChange)
  }, [])

  function handleDone() {
    toast({ title: 'Password changed', description: 'Log in with your new password.' })
    navigate(paths.login, { replace: true })
  }

  return (
    <div className="shell max-w-lg py-10 md:py-16">
      <h1 tabIndex={-1}>Reset your password</h1>
      {token ? (
        <Panel lede="Choose a new password. You’ll be logged out on all your devices.">
          <NewPasswordForm key={token} token={token} onDone={handleDone} />
        </Panel>
      ) : (
        <AskForLink />
      )}
      <p className="mt-6 flex justify-center gap-6">
        {token ? (
          <Link href={paths.resetPassword} className="link" onClick={() => setToken(null)}>
            Ask for a new link
          </Link>
        ) : null}
        <Link href={paths.login} className="link">
          Back to login
        </Link>
      </p>
    </div>
  )
}

function AskForLink() {
  const { data, isPending } = useQuery(mailAvailabilityQuery)
  if (isPending || data?.configured) {
    return (
      <Panel lede="We’ll email you a link to choose a new password.">
        {isPending ? (
          <div className="flex min-h-40 items-center justify-center">
            <Spinner label="Loading" />
          </div>
        ) : (
          <RequestResetForm />
        )}
      </Panel>
    )
  }
  return <NoOnlineReset className="mt-8 md:px-6 md:py-5" />
}

function Panel({ lede, children }: { lede: string; children: ReactNode }) {
  return (
    <>
      <p className="mt-3 text-muted">{lede}</p>
      <Card className="mt-8 p-5 md:p-7">{children}</Card>
    </>
  )
}
