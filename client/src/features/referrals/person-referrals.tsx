import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatCents } from '@shared/money'
import type { ListedReferrer, PersonReferrals as Found } from '@shared/referred-people'
import { formatNumber } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { paths, withQuery } from '@/lib/paths'
import { Button } from '@/ui/button'
import { PanelSection } from '@/ui/card'
import { Fact, Facts } from '@/ui/facts'
import { Loaded } from '@/ui/loaded'
import { UserLink } from '@/ui/text'
import { openHolds, sourceTexts } from './hold-texts'
import { personReferralsQuery } from './referred-people-api'

const ReferrerForm = lazyPart(() => import('./referrer-form').then((part) => part.ReferrerForm))

export function PersonReferrals({ userId }: { userId: number }) {
  const referrals = useQuery(personReferralsQuery(userId))
  const { data } = referrals
  const [changing, setChanging] = useState<'set' | 'remove' | null>(null)
  return (
    <PanelSection title="Referrals">
      <Loaded query={referrals} what="The referrals" skeleton="h-10">
        {(found) => <Referred found={found} />}
      </Loaded>
      {data?.canChange && !changing ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => setChanging('set')}>
            {data.referredAs?.referrer ? 'Change Referrer' : 'Set Referrer'}
          </Button>
          {data.referredAs?.referrer || data.referredAs?.code ? (
            <Button size="sm" variant="secondary" onClick={() => setChanging('remove')}>
              Remove Referrer
            </Button>
          ) : null}
        </div>
      ) : null}
      {changing ? (
        <ReferrerForm
          key={changing}
          userId={userId}
          isRemoving={changing === 'remove'}
          onDone={() => setChanging(null)}
        />
      ) : null}
    </PanelSection>
  )
}

function Referred({ found: { referredAs, canChange, made } }: { found: Found }) {
  return (
    <Facts>
      <Fact name="Referred by">
        <UserLink user={referredAs?.referrer ?? null} without="No one" />
        {referredAs?.referrer ? (
          <p className="text-sm text-muted">
            {sourceTexts[referredAs.source]}
            {canChange ? '' : '. It’s part of a payout, so it can’t be changed anymore.'}
          </p>
        ) : null}
        {referredAs?.code && !referredAs.referrer ? (
          <p className="text-sm text-muted">
            They signed up through a link that no one has claimed yet.
          </p>
        ) : null}
        {referredAs && openHolds(referredAs).length > 0 ? (
          <p className="text-sm">
            <Link
              className="link"
              href={withQuery(paths.adminReferrals, { open: String(referredAs.id) })}
            >
              The reward is on hold
            </Link>
          </p>
        ) : null}
      </Fact>
      {made ? <Made made={made} /> : null}
    </Facts>
  )
}

const Made = ({ made }: { made: ListedReferrer }) => (
  <>
    <Fact name="Has referred">
      {formatNumber(made.signedUp)} {made.signedUp === 1 ? 'person' : 'people'},{' '}
      {formatNumber(made.approved)} approved
    </Fact>
    <Fact name="Earned">
      <span className="figures">{formatCents(made.earnedCents)}</span>
    </Fact>
    <Fact name={made.payableCents < 0 ? 'Paid too much' : 'Owed now'}>
      <span className="figures">{formatCents(Math.abs(made.payableCents))}</span>
    </Fact>
    <Fact name="Paid">
      <span className="figures">{formatCents(made.paidCents)}</span>
    </Fact>
  </>
)
