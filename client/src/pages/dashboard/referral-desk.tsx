import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '@shared/accounts'
import { PaymentSettings } from '@/features/payouts/payment-settings'
import { deskQuery } from '@/features/referrals/desk-api'
import { EarningsPanel } from '@/features/referrals/earnings-panel'
import { FunnelPanel } from '@/features/referrals/funnel-panel'
import { isInUse, LinkCard } from '@/features/referrals/link-card'
import { LinkPanel } from '@/features/referrals/link-panel'
import { OwnReferrals } from '@/features/referrals/own-referrals'
import { Statements } from '@/features/referrals/statements'
import { LoadError, Skeleton } from '@/ui/loaded'

/** A referrer’s link, its outcome, and how they are paid. */
export function ReferralDesk({ user }: { user: CurrentUser }) {
  const { data: desk, isError, refetch } = useQuery(deskQuery)
  const [isOpen, setIsOpen] = useState(false)
  const isShown = isOpen || user.isReferrer === true || (desk !== undefined && isInUse(desk))
  return (
    <>
      {isError && !desk ? <LoadError what="Your referrals" onRetry={refetch} /> : null}
      {!desk && !isError ? <Skeleton className="h-96" /> : null}
      {desk && !isShown ? <LinkCard desk={desk} onOpen={() => setIsOpen(true)} /> : null}
      {desk && isShown ? (
        <>
          {desk.canEarn ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <LinkPanel link={desk.link} />
              <EarningsPanel desk={desk} />
            </div>
          ) : (
            <EarningsPanel desk={desk} />
          )}
          <FunnelPanel months={desk.months} />
          <OwnReferrals canShare={desk.canEarn} />
          <Statements />
        </>
      ) : null}
      <PaymentSettings />
    </>
  )
}
