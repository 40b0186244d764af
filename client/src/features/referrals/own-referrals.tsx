import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCents } from '@shared/money'
import type { OwnReferral } from '@shared/referral-desk'
import { formatDate, formatNumber } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/loaded'
import { OneLine } from '@/ui/text'
import { DataTable, type Column } from '@/ui/table'
import { ownReferralsQuery } from './desk-api'
import { holdReasonWords, standings } from './referral-words'

const columns: Column<OwnReferral>[] = [
  {
    key: 'name',
    header: 'Person',
    cell: ({ name }) => (
      <span className="font-medium stacked:line-clamp-2">
        <OneLine text={name ?? 'A closed account'} />
      </span>
    ),
    className: 'max-w-72',
  },
  {
    key: 'signed-up',
    header: 'Signed up',
    cell: ({ signedUpAt }) => <span className="figures">{formatDate(signedUpAt)}</span>,
    className: 'whitespace-nowrap',
  },
  { key: 'standing', header: 'Status', cell: (referral) => <Standing referral={referral} /> },
  {
    key: 'earned',
    header: 'Earned',
    align: 'right',
    cell: ({ earnedCents }) => <span className="figures">{formatCents(earnedCents)}</span>,
  },
]

/** The people someone referred, as far as they may see them: names and status. */
export function OwnReferrals({ canShare }: { canShare: boolean }) {
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

function Standing({ referral: { standing, holdReason } }: { referral: OwnReferral }) {
  const { word, tone } = standings[standing]
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
