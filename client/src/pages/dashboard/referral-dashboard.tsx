import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '@shared/accounts'
import { formatCents } from '@shared/money'
import type { OwnReferral, ReferralDesk, ReferralStanding } from '@shared/referral-desk'
import type { HoldReason } from '@shared/rewards'
import { deskQuery, hasEarned, ownReferralsQuery } from '@/features/referrals/desk-api'
import { describeReward, EarningsPanel, Statements } from '@/features/referrals/earnings-panel'
import { FunnelPanel } from '@/features/referrals/funnel'
import { LinkPanel } from '@/features/referrals/link-panel'
import { LinkText } from '@/features/referrals/link-to-share'
import { formatDate, formatNumber } from '@/lib/format'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CopyButton } from '@/ui/copy-button'
import { EmptyState } from '@/ui/empty-state'
import { Loaded, LoadError } from '@/ui/loaded'
import { type Column, DataTable } from '@/ui/table'
import { TwoLines } from '@/ui/text'

/** A referrer’s link and its outcome. */
export function ReferralDashboard({ user }: { user: CurrentUser }) {
  const query = useQuery(deskQuery)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Loaded query={query} what="Your referrals" skeleton="h-96" isQuiet>
      {(desk) =>
        isOpen || user.isReferrer || isInUse(desk) ? (
          <Opened desk={desk} />
        ) : (
          <LinkCard desk={desk} onOpen={() => setIsOpen(true)} />
        )
      }
    </Loaded>
  )
}

function Opened({ desk }: { desk: ReferralDesk }) {
  return (
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
  )
}

/** Whether anything has come of someone's link, or of a referral before there were links. */
const isInUse = (desk: ReferralDesk): boolean =>
  hasEarned(desk) ||
  desk.months.some(({ clicks, signedUp, approved }) => clicks + signedUp + approved > 0)

/** The referral program in one card, for someone who has not used it yet. */
function LinkCard({ desk, onOpen }: { desk: ReferralDesk; onOpen: () => void }) {
  const { link, canEarn, policy } = desk
  return (
    <Card
      title="Refer Someone"
      description={
        canEarn
          ? `${describeReward(policy)} Results are not guaranteed.`
          : 'You can’t earn referral rewards right now.'
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        {canEarn ? (
          <p className="flex min-w-[min(100%,16rem)] flex-1 items-center gap-2 rounded-lg border bg-paper py-1 pr-1 pl-4 font-medium wrap-anywhere">
            <span className="min-w-0 flex-1 select-all">
              <LinkText link={link.url} />
            </span>
            <CopyButton text={link.url} label="Copy your referral link" />
          </p>
        ) : null}
        <Button variant="secondary" onClick={onOpen}>
          Open Referral Dashboard
        </Button>
      </div>
    </Card>
  )
}

const columns: Column<OwnReferral>[] = [
  {
    header: 'Person',
    cell: ({ name }) => (
      <span className="font-medium stacked:line-clamp-2">
        <TwoLines text={name ?? 'A closed account'} />
      </span>
    ),
    className: 'max-w-72',
  },
  {
    header: 'Signed up',
    cell: ({ signedUpAt }) => <span className="figures">{formatDate(signedUpAt)}</span>,
    className: 'whitespace-nowrap',
  },
  { header: 'Status', cell: (referral) => <ReferralState referral={referral} /> },
  {
    header: 'Earned',
    align: 'right',
    cell: ({ earnedCents }) => <span className="figures">{formatCents(earnedCents)}</span>,
  },
]

/** The people someone referred, as far as they may see them: names and status. */
function OwnReferrals({ canShare }: { canShare: boolean }) {
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(ownReferralsQuery)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const total = data?.pages[0]?.total ?? 0

  return (
    <section aria-labelledby="referrals-title">
      <h2 id="referrals-title">People You Referred</h2>
      <div className="mt-4">
        {isError && !data ? (
          <LoadError what="Your referrals" onRetry={refetch} />
        ) : (
          <DataTable
            columns={columns}
            rows={rows}
            caption="People you referred"
            loading={isPending}
            loadingRows={2}
            empty={
              <EmptyState
                title="No one has signed up through your link yet"
                description={
                  canShare
                    ? 'Share your link above, and you can follow each application here.'
                    : undefined
                }
              />
            }
          />
        )}
      </div>
      {hasNextPage ? (
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <Button
            variant="secondary"
            pending={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show More
          </Button>
          <p className="text-sm text-muted">
            {formatNumber(rows.length)} of{' '}
            {total > 10_000 ? 'more than 10,000' : formatNumber(total)}
          </p>
        </div>
      ) : null}
    </section>
  )
}

function ReferralState({ referral: { standing, holdReason } }: { referral: OwnReferral }) {
  const { word, tone } = referralStates[standing]
  const isExplained = standing === 'on-hold' || standing === 'voided'
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <Badge tone={tone}>{word}</Badge>
      {isExplained && holdReason ? (
        <span className="text-sm text-pretty text-muted">
          <span>{holdReasonWords[holdReason]}</span>
          {standing === 'on-hold' ? <span> We’re looking at it.</span> : null}
        </span>
      ) : null}
    </span>
  )
}

const referralStates: Record<ReferralStanding, { word: string; tone: BadgeTone }> = {
  'signed-up': { word: 'Signed up', tone: 'neutral' },
  'in-review': { word: 'In review', tone: 'warning' },
  approved: { word: 'Approved', tone: 'success' },
  'not-approved': { word: 'Not approved', tone: 'danger' },
  'on-hold': { word: 'On hold', tone: 'warning' },
  voided: { word: 'No reward', tone: 'danger' },
  'account-closed': { word: 'Account closed', tone: 'neutral' },
}

/** Why a reward waits for us, or was refused. */
const holdReasonWords: Record<HoldReason, string> = {
  'same-email': 'Your accounts use the same email.',
  'same-phone': 'Your accounts have the same phone number.',
  'same-document': 'The same document was sent from another account.',
  'same-payment-details': 'You would both be paid to the same account.',
  'same-network': 'You both signed up from the same network.',
  'same-payee': 'Someone else who refers people is paid to the same account.',
  'earlier-account': 'This person seems to have had an account before.',
  burst: 'Many people signed up from the same network within a day.',
}
