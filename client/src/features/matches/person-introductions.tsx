import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatDate } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { PanelSection } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { matchesQuery } from './admin-api'
import { MatchBadge } from './match-badge'
import { inEasternTime, nameEntrepreneur } from './match-words'

interface PersonIntroductionsProps {
  userId: number
  /** An approved partner can be introduced to one more entrepreneur. */
  canOffer: boolean
}

/** Who a partner was introduced to, and the outcome. */
export function PersonIntroductions({ userId, canOffer }: PersonIntroductionsProps) {
  const { data, isError, refetch } = useQuery({
    ...matchesQuery({ partner: String(userId) }),
    placeholderData: undefined,
  })
  const isOpen = data?.rows.some(({ need }) => need !== null) ?? true
  return (
    <PanelSection title="Introductions">
      {isError ? <LoadError what="The introductions" onRetry={refetch} /> : null}
      {!data && !isError ? <Skeleton className="h-10" /> : null}
      {data?.rows.length === 0 ? <p className="text-muted">None yet</p> : null}
      {data && data.rows.length > 0 ? (
        <ul aria-label="Introductions" className="grid gap-2">
          {data.rows.map((match) => (
            <li key={match.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                className="link wrap-anywhere pointer-coarse:py-2.5"
                href={withQuery(paths.adminMatching, { tab: 'matches', open: String(match.id) })}
              >
                <bdi>{nameEntrepreneur(match)}</bdi>
              </Link>
              <MatchBadge state={match.state} />
              <span className="figures text-sm text-muted">
                {match.startsAt ? inEasternTime(match.startsAt) : formatDate(match.createdAt)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {canOffer && !isOpen ? (
        <Link
          className={buttonClass({ size: 'sm', variant: 'secondary', className: 'w-fit' })}
          href={withQuery(paths.adminMatching, { offer: String(userId) })}
        >
          Offer an Introduction
        </Link>
      ) : null}
    </PanelSection>
  )
}
