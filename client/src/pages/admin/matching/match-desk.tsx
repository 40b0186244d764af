import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import type { MatchDesk } from '@shared/match-desk'
import type { ListedMatch, MatchNeed } from '@shared/matches'
import { usualOffers } from '@shared/matches'
import { matchesQuery } from '@/features/matches/admin-api'
import { useNow } from '@/features/matches/match-times'
import {
  isAnyoneCalled,
  isOverdue,
  namePair,
  describeNeedSince,
} from '@/features/matches/match-words'
import { DeskSection } from '@/features/matches/todays-meetings'
import { userQuery } from '@/features/users/api'
import { fullName } from '@/lib/format'
import { Button } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { OpenButton } from '@/ui/columns'
import type { MatchAct } from './match-actions'
import { OfferDialog, type OfferedTo } from './offer-dialog'
import { SuggestionRow, toPartner } from './suggestion-row'

interface MatchTodoProps {
  desk: MatchDesk
  /** The introduction whose panel is open. */
  openId: number | null
  /** The partner who is being offered times. */
  offerTo: number | null
  onOffer: (partnerId: number | null) => void
  onOpen: (id: number, act?: MatchAct) => void
}

/** Introductions to act on, those that wait for others, and partners who wait for one. */
export function MatchTodo({ desk, openId, offerTo, onOffer, onOpen }: MatchTodoProps) {
  const now = useNow()
  const { needsYou, waitingForThem, suggestions } = desk
  const shared = { now, openId, onOpen }
  return (
    <div className="grid gap-8">
      <DeskSection title="Needs You" none="Nothing needs you right now.">
        {needsYou.map((match) => (
          <MatchRow key={match.id} {...shared} match={match} isYours />
        ))}
      </DeskSection>
      <DeskSection title="Waiting for Them" none="You’re not waiting for anyone right now.">
        {waitingForThem.map((match) => (
          <MatchRow key={match.id} {...shared} match={match} />
        ))}
      </DeskSection>
      <DeskSection title="Waiting for a Match" none="No approved partner is waiting.">
        {suggestions.map((suggestion) => (
          <SuggestionRow
            key={suggestion.partner.id}
            suggestion={suggestion}
            now={now}
            onOffer={() => onOffer(suggestion.partner.id)}
          />
        ))}
      </DeskSection>
      {offerTo === null ? null : (
        <Offer key={offerTo} desk={desk} partnerId={offerTo} onClose={() => onOffer(null)} />
      )}
    </div>
  )
}

/** One button for each need; how to reach someone is among the details. */
const seePhones = { label: 'See Phone Numbers' }
const actions: Record<MatchNeed, { label: string; act?: MatchAct } | null> = {
  undelivered: { label: 'Show Details' },
  'call-for-times': seePhones,
  'call-after-cancellations': seePhones,
  'other-times-wanted': { label: 'Offer New Times', act: 'new' },
  'new-times': { label: 'Offer New Times', act: 'new' },
  'record-meeting': { label: 'Record Outcome' },
  'video-link': { label: 'Add Link', act: 'room' },
  'call-for-answer': seePhones,
  times: null,
  meeting: null,
  answers: null,
}

interface MatchRowProps extends Pick<MatchTodoProps, 'openId' | 'onOpen'> {
  match: ListedMatch
  now: number
  isYours?: boolean
}

function MatchRow({ match, now, openId, onOpen, isYours = false }: MatchRowProps) {
  const { id, need } = match
  const action = isYours && need ? actions[need.kind] : null
  const label = action === seePhones && !isAnyoneCalled(match) ? 'Show Details' : action?.label
  const isUrgent = isYours && isOverdue(need, now)
  return (
    <li
      aria-current={id === openId || undefined}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 first:border-t-0"
    >
      <div className="min-w-[min(100%,16rem)] flex-1">
        <OpenButton onOpen={() => onOpen(id)}>
          <span className="min-w-0 wrap-anywhere">{namePair(match)}</span>
        </OpenButton>
        {need ? (
          <p className={cx('flex gap-1.5 text-sm', isUrgent ? 'text-warning' : 'text-muted')}>
            {isUrgent ? <TriangleAlert className="mt-0.75 size-4 shrink-0" /> : null}
            <span className="min-w-0 wrap-anywhere">
              {isUrgent ? 'Late. ' : ''}
              {describeNeedSince(match, now)}
            </span>
          </p>
        ) : null}
      </div>
      {action ? (
        <Button
          size="sm"
          variant="secondary"
          data-key={need?.kind === 'record-meeting' ? 't' : undefined}
          aria-label={`${label}: ${namePair(match)}`}
          onClick={() => onOpen(id, action.act)}
        >
          {label}
        </Button>
      ) : null}
    </li>
  )
}

interface OfferProps {
  desk: MatchDesk
  partnerId: number
  onClose: () => void
}

/**
 * The offer to one who is on the desk, or to anyone whose panel led here. The dialog stays when they leave the desk:
 * someone else may have offered them times, and nothing that was typed may be lost.
 */
function Offer({ desk, partnerId, onClose }: OfferProps) {
  const [first, setFirst] = useState<Omit<ComponentProps<typeof OfferDialog>, 'onClose'>>()
  const suggestion = desk.suggestions.find(({ partner }) => partner.id === partnerId)
  const other = useOtherPartner(partnerId, !first && !suggestion)
  const partner = suggestion ? toPartner(suggestion) : other
  if (!first && partner) setFirst({ partner, suggested: suggestion?.entrepreneur ?? null })
  if (!first) return null
  return (
    <OfferDialog partner={partner ?? first.partner} suggested={first.suggested} onClose={onClose} />
  )
}

/** Someone who isn't waiting, such as a partner who has a match already. */
function useOtherPartner(id: number, enabled: boolean): OfferedTo | null {
  const user = useQuery({ ...userQuery(String(id)), enabled })
  const past = useQuery({ ...matchesQuery({ partner: String(id) }), enabled })
  if (!user.data || !past.data) return null
  const isMatched = past.data.rows.some(({ state }) => state === 'succeeded')
  return {
    id,
    name: fullName(user.data),
    timeZone: null,
    approvedAt: null,
    missing: [],
    needsReason: isMatched || past.data.rows.length >= usualOffers,
  }
}
