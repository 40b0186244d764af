import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { GetLinkForm } from '@/features/accounts/get-link-form'
import { LoginForm } from '@/features/accounts/login-form'
import { useClaimLink } from '@/features/referrals/link-api'
import { HttpError } from '@/lib/http'
import { useIsSessionKnown } from '@/lib/known-session'
import { paths } from '@/lib/paths'
import { toastError } from '@/lib/toast-error'
import { toast } from '@/lib/toast-store'
import { Button, buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'

interface GetYourLinkProps {
  /** Of the link that the form above was answered with, or that a mail led here for. */
  claim: string | null
}

/** For whoever would rather share a link than name someone. */
export function GetYourLink({ claim }: GetYourLinkProps) {
  const isLoggedIn = useIsSessionKnown()
  // Getting a link logs in, too: that form is finished as it was begun.
  const [hasAccount, setHasAccount] = useState(isLoggedIn)
  const title = useRef<HTMLHeadingElement>(null)
  const [isLedHere] = useState(claim !== null)
  useEffect(() => {
    if (isLedHere) title.current?.focus()
  }, [isLedHere])
  const [, navigate] = useLocation()
  const { takeOver, isPending } = useTakeOver()
  const showDashboard = () => navigate(paths.dashboard)

  function handleLogin() {
    setHasAccount(true)
    title.current?.focus()
    if (claim) void takeOver(claim)
    else showDashboard()
  }

  return (
    <section aria-labelledby="get-link-title" className="border-t">
      <div className="shell grid gap-x-16 gap-y-10 py-section lg:grid-cols-[minmax(0,1fr)_minmax(0,40rem)]">
        <div>
          <h2 id="get-link-title" ref={title} tabIndex={-1} className="text-3xl">
            {claim ? 'Make This Link Yours' : 'Get Your Link'}
          </h2>
          <p className="mt-4 max-w-measure text-muted">
            {claim
              ? 'With an account, you can see who signs up with your link, follow how it goes, and get paid.'
              : 'Would you rather share a link? Everyone who signs up with it is your referral. You don’t need good credit yourself, and you don’t need to send us any documents.'}
          </p>
        </div>
        <Card className="p-5 md:p-9">
          {isLoggedIn && hasAccount ? (
            <OwnLink claim={claim} isClaiming={isPending} onClaim={takeOver} />
          ) : (
            <NewOwner claim={claim} onMade={showDashboard} onLogin={handleLogin} />
          )}
        </Card>
      </div>
    </section>
  )
}

/** Someone without an account makes one; someone with one logs in. */
function NewOwner(props: GetYourLinkProps & { onMade: () => void; onLogin: () => void }) {
  const { claim, onMade, onLogin } = props
  const [logsIn, setLogsIn] = useState(false)

  if (!logsIn) {
    return (
      <>
        <GetLinkForm claim={claim} onDone={onMade} />
        <p className="mt-6 text-muted">
          Already have an account?{' '}
          <button
            type="button"
            className="link pointer-coarse:min-h-11"
            onClick={() => setLogsIn(true)}
          >
            Log in
          </button>
        </p>
      </>
    )
  }
  return (
    <>
      <LoginForm onSuccess={onLogin} />
      <p className="mt-6 text-muted">
        No account yet?{' '}
        <button
          type="button"
          className="link pointer-coarse:min-h-11"
          onClick={() => setLogsIn(false)}
        >
          Get your link
        </button>
      </p>
    </>
  )
}

interface OwnLinkProps extends GetYourLinkProps {
  isClaiming: boolean
  onClaim: (token: string) => Promise<void>
}

function OwnLink({ claim, isClaiming, onClaim }: OwnLinkProps) {
  return (
    <>
      <p className="text-muted">
        {claim
          ? 'You’re logged in. Everyone who has signed up with this link becomes your referral.'
          : 'You’re logged in. Your link is on your dashboard.'}
      </p>
      <div className="mt-6">
        {claim ? (
          <Button size="lg" pending={isClaiming} onClick={() => void onClaim(claim)}>
            Make This Link Yours
          </Button>
        ) : (
          <Link href={paths.dashboard} className={buttonClass({ size: 'lg' })}>
            Go to Your Dashboard
          </Link>
        )}
      </div>
    </>
  )
}

/** Claims the link for whoever is logged in, and shows it where their link is. */
function useTakeOver() {
  const [, navigate] = useLocation()
  const claiming = useClaimLink()
  return {
    isPending: claiming.isPending,
    takeOver: async (token: string) => {
      try {
        await claiming.mutateAsync({ token })
        toast({ title: 'The link is yours' })
      } catch (error) {
        toastError('The link was not claimed', error)
        // What can't be claimed is left; after a lost connection, another try can.
        if (!(error instanceof HttpError && error.status === 404)) return
      }
      navigate(paths.dashboard)
    },
  }
}
