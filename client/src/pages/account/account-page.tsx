import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { CurrentUser } from '@shared/accounts'
import { secondFactorQuery } from '@/features/accounts/account-api'
import { AccountLayout } from '@/features/accounts/account-layout'
import { ChangePasswordForm } from '@/features/accounts/change-password-form'
import { KeysSwitch } from '@/features/accounts/keys-switch'
import { ChangeEmail, CorrectDetailsForm } from '@/features/accounts/own-details'
import { SessionsList } from '@/features/accounts/sessions-list'
import { useSession } from '@/features/accounts/use-session'
import { lazyPage } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useTitleState } from '@/lib/use-title-state'
import { Card } from '@/ui/card'
import { Skeleton } from '@/ui/loaded'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { Consents, MailChoices, WhatWeSend } from './notifications'
import { CloseAccount, OwedNotice, OwnData } from './own-data'

// Most people have none, and its setup draws QR codes.
const SecondFactor = lazyPage(() =>
  import('@/features/accounts/second-factor').then((part) => part.SecondFactor),
)

export function AccountPage() {
  useDocumentTitle('Account & Security')
  const { user } = useSession()
  // The guard shows this page only to someone; while logging out there is no one for a moment.
  return user ? <Account user={user} /> : null
}

/** The parts of the page, by their anchors. */
const parts = {
  details: 'Details',
  security: 'Security',
  notifications: 'Notifications',
  data: 'Data',
}
type PartId = keyof typeof parts

/** The part that the address names, if any: the link past the header changes it as well. */
function readAnchor(): PartId | null {
  const anchor = window.location.hash.slice(1)
  return isPart(anchor) ? anchor : null
}

const isPart = (id: string): id is PartId => Object.hasOwn(parts, id)

function Account({ user }: { user: CurrentUser }) {
  const { data: secondFactor } = useQuery(secondFactorQuery)
  const asksForCode = secondFactor?.isOn ?? false
  const security = <Security user={user} asksForCode={asksForCode} />
  return (
    <AccountLayout
      user={user}
      other={user.isAdmin ? null : { name: 'Dashboard', path: paths.dashboard }}
      title="Account & Security"
    >
      {/* The administrator has no application, so nothing else. */}
      {user.isAdmin ? (
        security
      ) : (
        <Parts
          contents={{
            details: <Details user={user} />,
            security,
            notifications: <Notifications />,
            data: <Data />,
          }}
        />
      )}
    </AccountLayout>
  )
}

/** One part at a time; what was typed in the others stays there. */
function Parts({ contents }: { contents: Record<PartId, ReactNode> }) {
  const [shown, setShown] = useState(() => readAnchor() ?? 'details')
  useTitleState(parts[shown])

  useEffect(() => {
    const anchor = readAnchor()
    if (anchor) document.getElementById(headingOf(anchor))?.focus({ preventScroll: true })
    const follow = () => setShown((last) => readAnchor() ?? last)
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  function handleChange(id: string) {
    if (!isPart(id)) return
    setShown(id)
    window.history.replaceState(window.history.state, '', `#${id}`)
  }

  return (
    <Tabs value={shown} onValueChange={handleChange}>
      <TabList label="Account & Security">
        {Object.entries(parts).map(([id, title]) => (
          <Tab key={id} value={id}>
            {title}
          </Tab>
        ))}
      </TabList>
      {Object.entries(contents).map(([id, content]) => (
        <TabPanel key={id} value={id} forceMount>
          {content}
        </TabPanel>
      ))}
    </Tabs>
  )
}

const headingOf = (id: PartId) => `${id}-part`

function Part({ id, children }: { id: PartId; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {/* Its tab says the same right above. */}
      <h2 id={headingOf(id)} tabIndex={-1} className="text-2xl in-[[role=tabpanel]]:sr-only">
        {parts[id]}
      </h2>
      {children}
    </div>
  )
}

function Details({ user }: { user: CurrentUser }) {
  return (
    <Part id="details">
      <Card titleAs="h3" title="Your Details">
        <CorrectDetailsForm user={user} />
      </Card>
      <Card
        titleAs="h3"
        title="Login Email"
        description={
          <>
            You log in with <span className="wrap-anywhere text-ink">{user.email}.</span>
          </>
        }
      >
        <ChangeEmail />
      </Card>
    </Part>
  )
}

function Security({ user, asksForCode }: { user: CurrentUser; asksForCode: boolean }) {
  return (
    <Part id="security">
      <Card
        titleAs="h3"
        title="Password"
        description="Changing your password logs you out on all other devices."
      >
        <ChangePasswordForm user={user} asksForCode={asksForCode} />
      </Card>
      <Card
        titleAs="h3"
        title="Two-Step Login"
        description="Log in with your password and a code from an app on your phone."
      >
        <Suspense fallback={<Skeleton className="h-32" />}>
          <SecondFactor email={user.email} />
        </Suspense>
      </Card>
      <Card
        titleAs="h3"
        title="Where You’re Logged In"
        description="Don’t recognize a device? Log it out, then change your password."
      >
        <SessionsList />
      </Card>
      {user.isAdmin ? (
        <Card
          titleAs="h3"
          title="Keyboard Shortcuts"
          description="While you review, single keys act on the page: J opens the next person, A approves."
        >
          <KeysSwitch />
        </Card>
      ) : null}
    </Part>
  )
}

function Notifications() {
  return (
    <Part id="notifications">
      <WhatWeSend />
      <MailChoices />
      <Consents />
    </Part>
  )
}

function Data() {
  return (
    <Part id="data">
      <Card titleAs="h3" title="Your Data">
        <OwnData />
      </Card>
      <Card titleAs="h3" title="Close Your Account">
        <OwedNotice />
        <CloseAccount />
      </Card>
    </Part>
  )
}
