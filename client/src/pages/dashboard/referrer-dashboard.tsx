import { Link } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import { AccountLayout } from '@/features/accounts/account-layout'
import { EmailLine, isNewHere } from '@/features/accounts/email-line'
import { OpenSteps, useOpenSteps } from '@/features/accounts/open-steps'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { Card, CardHeader } from '@/ui/card'
import { ReferralDesk } from './later-parts'

/** The dashboard of someone who refers others and has not applied. */
export function ReferrerDashboard({ user }: { user: CurrentUser }) {
  return (
    <AccountLayout
      user={user}
      other={{ name: 'Account', path: paths.account }}
      title={brand.portalName}
    >
      {user.status === 'rejected' ? <OnHold /> : <BeforePayouts user={user} />}
      <ReferralDesk user={user} />
      {user.status === 'rejected' ? null : <ApplyPanel />}
    </AccountLayout>
  )
}

/** What has to be done before a referrer can be paid; nothing once it is. */
function BeforePayouts({ user }: { user: CurrentUser }) {
  const steps = useOpenSteps(user)
  if (!steps?.length) return null
  return (
    <Card as="section" aria-labelledby="payouts-title">
      <CardHeader id="payouts-title" title="Before We Can Pay You" />
      {isNewHere(user) ? <EmailLine user={user} /> : null}
      <OpenSteps title="Still open" steps={steps} />
    </Card>
  )
}

function ApplyPanel() {
  return (
    <Card as="section" aria-labelledby="apply-title">
      <CardHeader
        id="apply-title"
        title="Do you have good credit yourself?"
        description="You can apply whenever you like, with a credit report or a shared login. Your referrals and your link stay yours. You’ll need a personal credit score over 680. Results are not guaranteed."
      />
      <Link href={paths.onboarding} className={buttonClass({ variant: 'secondary' })}>
        Apply as a Credit Partner
      </Link>
    </Card>
  )
}

function OnHold() {
  return (
    <Card as="section" aria-labelledby="hold-title">
      <CardHeader
        id="hold-title"
        title="Your account is on hold"
        description={`We don’t pay rewards while an account is on hold. If you think this is a mistake, email ${brand.supportEmail} or call ${brand.supportPhone}.`}
      />
    </Card>
  )
}
