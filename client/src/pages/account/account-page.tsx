import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
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
import { WhatWeSend } from './what-we-send'

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

/** The parts of the page, by their anchors. The administrator has no application, so only one of them. */
const parts = {
  details: 'Details',
  security: 'Security',
  notifications: 'Notifications',
  data: 'Data',
}
type PartId = keyof typeof parts

function Account({ user }: { user: CurrentUser }) {
  const { data: secondFactor } = useQuery(secondFactorQuery)
  const asksForCode = secondFactor?.isOn ?? false
  useEffect(goToAnchor, [])
  const security = <Security user={user} asksForCode={asksForCode} />
  return (
    <AccountLayout
      user={user}
      other={user.isAdmin ? null : { name: 'Dashboard', path: paths.dashboard }}
      title="Account & Security"
    >
      {user.isAdmin ? (
        security
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[10rem_minmax(0,1fr)]">
          <PartLinks />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
            <Details user={user} />
            {security}
            <Part id="notifications">
              <WhatWeSend />
              <MailChoicesSection />
              <ConsentsSection />
            </Part>
            <Data />
          </div>
        </div>
      )}
      <ReauthenticationDialog asksForCode={asksForCode} />
    </AccountLayout>
  )
}

/** The browser has looked for the anchor before anyone was known to be logged in. */
function goToAnchor(): void {
  const heading = document.getElementById(window.location.hash.slice(1))
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

function PartLinks() {
  return (
    <nav
      aria-label="On this page"
      className="self-start border-b pb-2 lg:sticky lg:top-[calc(var(--header-height)+1.5rem)] lg:border-b-0 lg:pb-0"
    >
      <ul className="flex flex-wrap gap-x-5 lg:flex-col">
        {Object.entries(parts).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`} className="link inline-flex min-h-11 items-center">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Part({ id, children }: { id: PartId; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 id={id} tabIndex={-1} className="text-2xl">
        {parts[id]}
      </h2>
      {children}
    </section>
  )
}

function Details({ user }: { user: CurrentUser }) {
  return (
    <Part id="details">
      <Card as="section" aria-labelledby="details-title">
        <CardHeader as="h3" id="details-title" title="Your Details" />
        <CorrectDetailsForm user={user} />
      </Card>
      <Card as="section" aria-labelledby="email-title">
        <CardHeader
          as="h3"
          id="email-title"
          title="Login Email"
          description={
            <>
              You log in with <span className="wrap-anywhere text-ink">{user.email}.</span>
            </>
          }
        />
        <ChangeEmail />
      </Card>
    </Part>
  )
}

function Security({ user, asksForCode }: { user: CurrentUser; asksForCode: boolean }) {
  return (
    <Part id="security">
      <Card as="section" aria-labelledby="password-title">
        <CardHeader
          as="h3"
          id="password-title"
          title="Password"
          description="Changing your password logs you out on all other devices."
        />
        <ChangePasswordForm user={user} asksForCode={asksForCode} />
      </Card>
      <Card as="section" aria-labelledby="second-factor-title">
        <CardHeader
          as="h3"
          id="second-factor-title"
          title="Two-Step Login"
          description="Log in with your password and a code from an app on your phone."
        />
        <Suspense fallback={<Skeleton className="h-32" />}>
          <SecondFactor email={user.email} />
        </Suspense>
      </Card>
      <Card as="section" aria-labelledby="sessions-title">
        <CardHeader
          as="h3"
          id="sessions-title"
          title="Where You’re Logged In"
          description="Don’t recognize a device? Log it out, then change your password."
        />
        <SessionsList />
      </Card>
    </Part>
  )
}

function Data() {
  return (
    <Part id="data">
      <Card as="section" aria-labelledby="data-title">
        <CardHeader as="h3" id="data-title" title="Your Data" />
        <OwnData />
      </Card>
      <Card as="section" aria-labelledby="closing-title">
        <CardHeader as="h3" id="closing-title" title="Close Your Account" />
        <OwedNotice />
        <CloseAccount />
      </Card>
    </Part>
  )
}
