import { TriangleAlert, UserRoundX } from 'lucide-react'
import type { Suggestion } from '@shared/match-desk'
import { usualOffers } from '@shared/matches'
import { nameZone, promisedDays } from '@shared/meeting-time'
import { describeMissing, promisedBy } from '@/features/matches/match-words'
import { dayMs } from '@/lib/days'
import { UserLink } from '@/ui/text'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import type { OfferedTo } from './offer-dialog'

interface SuggestionRowProps {
  suggestion: Suggestion
  now: number
  onOffer: () => void
}

/** A waiting partner, the entrepreneur to introduce and why. */
export function SuggestionRow({ suggestion, now, onOffer }: SuggestionRowProps) {
  const { partner, entrepreneur } = suggestion
  const { days, isLate } = describeWait(partner.approvedAt, now)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 first:border-t-0">
      <div className="min-w-[min(100%,16rem)] flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <UserLink user={partner} without="" />
          {partner.missing.length > 0 ? (
            <span title={describeMissing(partner.missing)}>
              <UserRoundX strokeWidth={1.75} className="size-4.5 text-warning" />
              <span className="sr-only">{describeMissing(partner.missing)}</span>
            </span>
          ) : null}
          {isLate ? (
            <Badge tone="warning" icon={TriangleAlert}>
              {days}
            </Badge>
          ) : (
            <span className="figures text-sm font-normal text-muted">{days}</span>
          )}
        </p>
        {entrepreneur ? (
          <p className="wrap-anywhere">
            <bdi>{entrepreneur.name}</bdi>
            <span className="text-muted">, {entrepreneur.businessName}</span>
          </p>
        ) : (
          <p>{describeNoOne(suggestion)}</p>
        )}
        {entrepreneur ? <p className="text-sm text-muted">{describeWhy(suggestion)}</p> : null}
        {partner.offers > 0 ? (
          <p className="text-sm text-muted">{describeOffers(partner.offers)}</p>
        ) : null}
      </div>
      <Button
        size="sm"
        variant={isLate ? 'primary' : 'secondary'}
        data-opens
        data-key="o"
        aria-label={`Offer times to ${partner.name}`}
        onClick={onOffer}
      >
        Offer Times
      </Button>
    </li>
  )
}

export const toPartner = ({ partner }: Suggestion): OfferedTo => ({
  id: partner.id,
  name: partner.name,
  timeZone: partner.timeZone,
  approvedAt: partner.offers === 0 ? partner.approvedAt : null,
  missing: partner.missing,
  needsReason: partner.offers >= usualOffers,
})

/** 'Day 4 of 7'; '5 days late' once the day that was promised is over. */
function describeWait(approvedAt: string, now: number) {
  const waited = Math.max(1, Math.floor((now - Date.parse(approvedAt)) / dayMs))
  const late = Math.max(1, waited - promisedDays)
  const isLate = Number(promisedBy(approvedAt)) < now
  const days = isLate
    ? `${late} ${late === 1 ? 'day' : 'days'} late`
    : `Day ${Math.min(waited, promisedDays)} of ${promisedDays}`
  return { days, isLate }
}

/** Those who are ready can still be chosen in the dialog. */
const describeNoOne = ({ ready }: Suggestion): string =>
  ready > 0
    ? 'No suggestion. Everyone who is ready is suggested to someone else, has met them, or needs a higher score.'
    : 'No entrepreneur is ready for them'

const describeOffers = (offers: number) =>
  offers === 1 ? 'Had 1 introduction before' : `Had ${offers} introductions before`

/** 'Score 742, needs 700 · both Mountain Time'. */
function describeWhy({ partner, entrepreneur }: Suggestion): string {
  if (!entrepreneur) return ''
  const has = partner.score === null ? 'No score on file' : `Score ${partner.score}`
  const fit =
    entrepreneur.minScore === null
      ? `${has}. This business takes any.`
      : `${has}, needs ${entrepreneur.minScore}`
  return `${fit} · ${describeZones(partner.timeZone, entrepreneur.timeZone)}`
}

function describeZones(partner: string | null, entrepreneur: string): string {
  const there = zoneName(entrepreneur)
  if (!partner) return `${there}, the partner’s isn’t known`
  const here = zoneName(partner)
  return here === there ? `both ${here}` : `${here} and ${there}`
}

/** 'Mountain Time', without the city. */
const zoneName = (zone: string) => nameZone(zone).replace(/ \([^)]*\)$/, '')
