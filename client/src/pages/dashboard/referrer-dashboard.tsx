import { Link } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import { AccountLayout } from '@/features/accounts/account-layout'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { Card, CardHeader } from '@/ui/card'
import { ReferralDesk } from './later-referral-desk'

/** The dashboard of someone who refers others and has not applied. */
export function ReferrerDashboard({ user }: { user: CurrentUser }) {
  return (
    <AccountLayout
      user={user}
      other={{ name: 'Account', path: paths.account }}
      title={brand.portalName}
    >
      {user.status === 'rejected' ? <OnHold /> : null}
      <ReferralDesk />
      {user.status === 'rejected' ? null : <ApplyPanel />}
    </AccountLayout>
  )
}

function ApplyPanel() {
  return (
    <Card as="section" aria-labelledby="apply-title">
      <CardHeader
        id="apply-title"
        title="Do you have good credit yourself?"
        description="You can apply whenever you like, with a credit report or a shared login. Your referrals and your link stay yours. We look for a personal credit score over 680. Results are not guaranteed."
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
