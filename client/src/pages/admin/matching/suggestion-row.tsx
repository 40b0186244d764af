import { TriangleAlert } from 'lucide-react'
import { closingTimeAfter } from '@shared/business-days'
import { usualOffers, type Suggestion } from '@shared/matches'
import { nameZone, promisedDays } from '@shared/meeting-time'
import { describeMissing } from '@/features/matches/match-words'
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
        {partner.missing.length > 0 ? (
          <p className="text-sm text-warning">{describeMissing(partner.missing)}</p>
        ) : null}
      </div>
      <Button
        size="sm"
        variant={isLate ? 'primary' : 'secondary'}
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
  missing: partner.missing,
  needsReason: partner.offers >= usualOffers,
})

/** '4 days of 7'; late once the day that was promised is over. */
function describeWait(approvedAt: string, now: number) {
  const waited = Math.max(0, Math.floor((now - Date.parse(approvedAt)) / dayMs))
  const days = `${waited} ${waited === 1 ? 'day' : 'days'} of ${promisedDays}`
  const due = closingTimeAfter(new Date(approvedAt), promisedDays)
  return { days, isLate: due.getTime() < now }
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
  const has = partner.score === null ? 'No score recorded' : `Score ${partner.score}`
  const needs = entrepreneur.minScore === null ? 'any score' : `needs ${entrepreneur.minScore}`
  return `${has}, ${needs} · ${describeZones(partner.timeZone, entrepreneur.timeZone)}`
}

function describeZones(partner: string | null, entrepreneur: string): string {
  const there = zoneName(entrepreneur)
  if (!partner) return `${there}, the partner’s isn’t known`
  const here = zoneName(partner)
  return here === there ? `both ${here}` : `${here} and ${there}`
}

/** 'Mountain Time', without the city. */
const zoneName = (zone: string) => nameZone(zone).replace(/ \([^)]*\)$/, '')
