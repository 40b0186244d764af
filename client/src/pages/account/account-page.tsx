import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { CurrentUser } from '@shared/accounts'
import { AccountLayout } from '@/features/accounts/account-layout'
import { CloseAccount } from '@/features/accounts/close-account'
import { ChangeEmail } from '@/features/accounts/change-email'
import { ChangePasswordForm } from '@/features/accounts/change-password-form'
import { CorrectDetailsForm } from '@/features/accounts/correct-details-form'
import { ReauthenticationDialog } from '@/features/accounts/reauthentication-dialog'
import { OwnData } from '@/features/accounts/own-data'
import { SessionsList } from '@/features/accounts/sessions-list'
import { secondFactorQuery } from '@/features/accounts/second-factor-api'
import { useSession } from '@/features/accounts/use-session'
import { ConsentsSection } from '@/features/consents/consents-section'
import { MailChoicesSection } from '@/features/mail/mail-choices-section'
import { OwedNotice } from '@/features/referrals/owed-notice'
import { useDocumentTitle } from '@/lib/use-document-title'
import { paths } from '@/lib/paths'
import { Card, CardHeader } from '@/ui/card'
import { Skeleton } from '@/ui/skeleton'

// Most people have none, and its setup draws QR codes.
const SecondFactor = lazy(async () => ({
  default: (await import('@/features/accounts/second-factor')).SecondFactor,
}))

export function AccountPage() {
  useDocumentTitle('Account & Security')
  const { user } = useSession()
  // The guard shows this page only to someone; while logging out there is no one for a moment.
  return user ? <Account user={user} /> : null
}

function Account({ user }: { user: CurrentUser }) {
  const { data: secondFactor } = useQuery(secondFactorQuery)
  const asksForCode = secondFactor?.isOn ?? false
  return (
    <AccountLayout
      user={user}
      other={user.isAdmin ? null : { name: 'Dashboard', path: paths.dashboard }}
      title="Account & Security"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        {user.isAdmin ? null : (
          <Card as="section" aria-labelledby="details-title" className="p-5 md:p-7 lg:col-span-2">
            <CardHeader id="details-title" title="Your Details" />
            <CorrectDetailsForm user={user} asksForCode={asksForCode} />
          </Card>
        )}
        {user.isAdmin ? null : (
          <Card as="section" aria-labelledby="email-title" className="p-5 md:p-7 lg:col-span-2">
            <CardHeader
              id="email-title"
              title="Login Email"
              description={
                <>
                  You log in with <span className="wrap-anywhere text-ink">{user.email}.</span>
                </>
              }
            />
            <ChangeEmail email={user.email} asksForCode={asksForCode} />
          </Card>
        )}
        <Card as="section" aria-labelledby="password-title">
          <CardHeader
            id="password-title"
            title="Password"
            description="Changing your password logs you out on all other devices."
          />
          <ChangePasswordForm user={user} asksForCode={asksForCode} />
        </Card>
        <Card as="section" aria-labelledby="second-factor-title">
          <CardHeader
            id="second-factor-title"
            title="Two-Step Login"
            description="Log in with your password and a code from an app on your phone."
          />
          <Suspense fallback={<Skeleton className="h-32" />}>
            <SecondFactor email={user.email} />
          </Suspense>
        </Card>
        <Card as="section" aria-labelledby="sessions-title" className="p-5 md:p-7 lg:col-span-2">
          <CardHeader
            id="sessions-title"
            title="Where You’re Logged In"
            description="Don’t recognize one? End it, then change your password."
          />
          <SessionsList />
          <ReauthenticationDialog
            description={`Enter your password${asksForCode ? ' and a code' : ''} to log out other devices.`}
            asksForCode={asksForCode}
          />
        </Card>
        {user.isAdmin ? null : <ConsentsSection />}
        {user.isAdmin ? null : <MailChoicesSection />}
        {user.isAdmin ? null : (
          <>
            <Card as="section" aria-labelledby="data-title">
              <CardHeader id="data-title" title="Your Data" />
              <OwnData email={user.email} asksForCode={asksForCode} />
            </Card>
            <Card as="section" aria-labelledby="closing-title" className="p-5 md:p-7 lg:col-span-2">
              <CardHeader id="closing-title" title="Close Your Account" />
              <OwedNotice />
              <CloseAccount email={user.email} asksForCode={asksForCode} />
            </Card>
          </>
        )}
      </div>
    </AccountLayout>
  )
}
