import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatDate } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { PanelSection } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { matchesQuery } from './admin-api'
import { inEasternTime, MatchBadge, nameEntrepreneur } from './match-words'

interface PersonIntroductionsProps {
  userId: number
  /** An approved partner can be introduced to one more entrepreneur. */
  canOffer: boolean
}

export function PersonIntroductions({ userId, canOffer }: PersonIntroductionsProps) {
  const matches = useQuery({
    ...matchesQuery({ partner: String(userId) }),
    placeholderData: undefined,
  })
  const isOpen = matches.data?.rows.some(({ need }) => need !== null) ?? true
  return (
    <PanelSection title="Introductions">
      <Loaded query={matches} what="The introductions" skeleton="h-10">
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-muted">None yet</p>
          ) : (
            <ul aria-label="Introductions" className="grid gap-2">
              {rows.map((match) => (
                <li key={match.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Link
                    className="link wrap-anywhere pointer-coarse:py-2.5"
                    href={withQuery(paths.adminMatching, {
                      tab: 'matches',
                      open: String(match.id),
                    })}
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
          )
        }
      </Loaded>
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
