import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import type { OwnLink } from '@shared/referral-links'
import { AccountFields, useAccountForm } from '@/features/accounts/account-fields'
import { startsSession } from '@/features/accounts/api'
import { LoginForm } from '@/features/accounts/login-form'
import { deskQuery } from '@/features/referrals/desk-api'
import type { SentReferral } from '@/features/messages/referral-form'
import { LinkToShare } from '@/features/referrals/link-to-share'
import { useSubmit } from '@/lib/form'
import { HttpError, post } from '@/lib/http'
import { paths } from '@/lib/paths'
import { withReferralCode } from '@/lib/referral-code'
import { useIsSessionKnown } from '@/lib/session-hint'
import { toastError } from '@/lib/toast-store'
import { useAction } from '@/lib/use-action'
import { Button, buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Form, WideSubmitButton } from '@/ui/form'
import { Skeleton } from '@/ui/loaded'

interface GetYourLinkProps {
  /** Claim on the link that the other form was answered with, or that a mail led here for. */
  claim: string | null
  /** Who sent the other form, and need not type it again. */
  sender: Pick<SentReferral, 'name' | 'email' | 'phone'> | null
}

/** An account with a link of its own, for someone who has none; the link, for someone who has. */
export function GetYourLink({ claim, sender }: GetYourLinkProps) {
  const isLoggedIn = useIsSessionKnown()
  // Getting a link logs in, too: that form is finished as it was begun.
  const [hasAccount, setHasAccount] = useState(isLoggedIn)
  const title = useRef<HTMLHeadingElement>(null)
  const [isLedHere] = useState(claim !== null)
  useEffect(() => {
    if (isLedHere) title.current?.focus()
  }, [isLedHere])
  const [, navigate] = useLocation()
  const showDashboard = () => navigate(paths.dashboard)
  const { act: takeOver, isPending } = useAction({
    send: (token: string) => post<OwnLink>('/api/referral-claims', { token }),
    refreshes: ['/api/referral-desk'],
    done: 'The link is yours',
    failure: (error) => {
      toastError('The link was not claimed', error)
      // A link that can't be claimed is left; after a lost connection, another try can.
      if (error instanceof HttpError && error.status === 404) showDashboard()
    },
    onDone: showDashboard,
  })

  function handleLogin() {
    setHasAccount(true)
    title.current?.focus()
    if (claim) void takeOver(claim)
    else showDashboard()
  }

  const isOwner = isLoggedIn && hasAccount
  return (
    <Card className="bg-paper p-5 md:p-9" titleId="get-link-title">
      <h2 id="get-link-title" ref={title} tabIndex={-1} className="mb-7">
        {claim ? 'Make This Link Yours' : isOwner ? 'Your Link' : 'Get Your Link'}
      </h2>
      {claim && !isOwner ? (
        <p className="mb-7 text-muted">
          With an account, you can see who signs up with your link, follow their progress, and get
          paid.
        </p>
      ) : null}
      {!isOwner ? (
        <NewOwner claim={claim} sender={sender} onMade={showDashboard} onLogin={handleLogin} />
      ) : claim ? (
        <FoundLink isClaiming={isPending} onClaim={() => void takeOver(claim)} />
      ) : (
        <OwnLink />
      )}
    </Card>
  )
}

function NewOwner(props: GetYourLinkProps & { onMade: () => void; onLogin: () => void }) {
  const { onMade, onLogin, ...given } = props
  const [logsIn, setLogsIn] = useState(false)
  return (
    <>
      {logsIn ? <LoginForm onSuccess={onLogin} /> : <GetLinkForm {...given} onDone={onMade} />}
      <p className="mt-6 text-muted">
        {logsIn ? 'No account yet?' : 'Already have an account?'}{' '}
        <button
          type="button"
          className="link pointer-coarse:min-h-11"
          onClick={() => setLogsIn(!logsIn)}
        >
          {logsIn ? 'Get your link' : 'Log in'}
        </button>
      </p>
    </>
  )
}

function GetLinkForm({ claim, sender, onDone }: GetYourLinkProps & { onDone: () => void }) {
  const form = useAccountForm()
  const { getValues, setValue } = form
  useEffect(() => {
    if (!sender) return
    const [firstName = '', ...others] = sender.name.split(' ')
    const known = [
      ['firstName', firstName],
      ['lastName', others.join(' ')],
      ['email', sender.email],
      ['phoneNumber', sender.phone],
    ] as const
    for (const [field, value] of known) if (!getValues(field)) setValue(field, value)
  }, [sender, getValues, setValue])
  const submission = useSubmit(form, {
    send: ({ confirmPassword: _confirmed, contactConsent: _notAsked, ...person }) =>
      post<CurrentUser>('/api/referrers', withReferralCode({ ...person, ...(claim && { claim }) })),
    ...startsSession,
    onDone,
    failure: 'Your link was not created',
  })

  return (
    <Form
      {...submission}
      label="Get your link"
      actions={<WideSubmitButton>Get Your Link</WideSubmitButton>}
    >
      <AccountFields form={form} asksConsent={false} />
    </Form>
  )
}

function FoundLink({ isClaiming, onClaim }: { isClaiming: boolean; onClaim: () => void }) {
  return (
    <>
      <p className="mb-6 text-muted">
        You’re logged in. Everyone who has signed up with this link becomes your referral.
      </p>
      <Button size="lg" pending={isClaiming} onClick={onClaim}>
        Make This Link Yours
      </Button>
    </>
  )
}

/** The link itself, unless the dashboard has to say why there is none to share. */
function OwnLink() {
  const { data: desk, isPending } = useQuery(deskQuery)
  return (
    <>
      {isPending ? (
        <Skeleton className="h-24 w-full" />
      ) : desk?.canEarn ? (
        <>
          <p className="mb-4 text-muted">Everyone who signs up with it is your referral.</p>
          <LinkToShare link={desk.link.url} />
        </>
      ) : (
        <p className="text-muted">You’re logged in. Your link is on your dashboard.</p>
      )}
      <div className="mt-6">
        <Link
          href={paths.dashboard}
          className={buttonClass({ size: 'lg', variant: desk?.canEarn ? 'secondary' : 'primary' })}
        >
          Go to Your Dashboard
        </Link>
      </div>
    </>
  )
}
