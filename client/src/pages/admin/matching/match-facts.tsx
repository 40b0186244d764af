import { Link } from 'wouter'
import type { Match, Side } from '@shared/matches'
import { nameZone } from '@shared/meeting-time'
import { readCurrent, type useMatchStep } from '@/features/matches/admin-api'
import { useNow } from '@/features/matches/match-times'
import {
  endWords,
  firstName,
  firstOfEntrepreneur,
  inEasternTime,
  isOverdue,
  MatchBadge,
  describeMissing,
  describeNeedSince,
} from '@/features/matches/match-words'
import { formatPhone } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { PanelSection } from '@/ui/card'
import { cx } from '@/ui/class-names'
import { Fact, Facts } from '@/ui/facts'
import { Notice } from '@/ui/notice'
import { PhoneLink, UserLink } from '@/ui/text'
import { attendeesOf, localTime } from './grid-times'

/** How far an introduction has got, what it needs, and its times. */
export function MatchFacts({ match }: { match: Match }) {
  const now = useNow()
  const { state, endedBecause, need, startsAt, offeredTimes } = match
  return (
    <Facts>
      <Fact name="Status">
        <MatchBadge state={state} />
        {endedBecause ? <p className="text-sm text-muted">{endWords[endedBecause]}</p> : null}
        {need ? (
          <p className={cx('text-sm', isOverdue(need, now) ? 'text-warning' : 'text-muted')}>
            {describeNeedSince(match, now)}
          </p>
        ) : null}
      </Fact>
      {startsAt ? (
        <Fact name="Meeting">
          <span className="figures">{inEasternTime(startsAt)}</span>
          <p className="figures flex flex-wrap gap-x-4 text-sm text-muted">
            {attendeesOf(match).map((attendee) => (
              <span key={attendee.name}>{localTime(startsAt, attendee).text}</span>
            ))}
          </p>
        </Fact>
      ) : null}
      {state === 'booked' ? <Recording match={match} /> : null}
      {offeredTimes.length > 0 ? (
        <Fact name="Offered times">
          <ul className="grid gap-1">
            {offeredTimes.map((at) => (
              <li key={at} className="figures">
                <span>{inEasternTime(at)}</span>
                <span className="block text-sm text-muted empty:hidden">
                  {describeWhoCan(match, at)}
                </span>
              </li>
            ))}
          </ul>
          {hasNoAnswer(match) ? <p className="text-sm text-muted">No answers yet</p> : null}
        </Fact>
      ) : null}
    </Facts>
  )
}

const hasNoAnswer = ({ sides: { partner, entrepreneur } }: Match) =>
  partner.chosenTimes === null && (entrepreneur?.chosenTimes ?? null) === null

function describeWhoCan(match: Match, at: string): string | null {
  const { partner, sides } = match
  const names = [
    ...(sides.partner.chosenTimes?.includes(at) ? [firstName(partner.name)] : []),
    ...(sides.entrepreneur?.chosenTimes?.includes(at) ? [firstOfEntrepreneur(match)] : []),
  ]
  return names.length === 0 ? null : `Chosen by ${names.join(' and ')}`
}

function Recording({ match: { sides } }: { match: Match }) {
  const both = [sides.partner, sides.entrepreneur].every((side) => side?.isRecordingAllowed)
  return (
    <Fact name="Recording">
      {both
        ? 'Both agreed. Say so when it begins.'
        : 'Don’t record this meeting. They haven’t both agreed.'}
    </Fact>
  )
}

/** One of the two people: how to reach them, and what they said. */
export function SideFacts({ match, side }: { match: Match; side: Side }) {
  const person = match[side]
  const said = match.sides[side]
  if (!person || !said) {
    return (
      <PanelSection title="Entrepreneur">
        <p className="text-muted">They have since left, so we no longer have their details.</p>
      </PanelSection>
    )
  }
  const { phoneNumber, timeZone, chosenTimes, note, answer, isRecordingAllowed } = said
  const mayBeCalled = side === 'entrepreneur' || match.partner.mayBeCalled
  return (
    <PanelSection title={side === 'partner' ? 'Partner' : 'Entrepreneur'}>
      <Facts>
        <Fact name="Name">
          {side === 'partner' ? (
            <UserLink user={person} without="" />
          ) : (
            <Link
              className="link wrap-anywhere pointer-coarse:py-2.5"
              href={withQuery(paths.adminMatching, {
                tab: 'entrepreneurs',
                open: String(person.id),
              })}
            >
              <bdi>{person.name}</bdi>
            </Link>
          )}
          {side === 'entrepreneur' ? (
            <p className="text-sm text-muted">{match.entrepreneur?.businessName}</p>
          ) : null}
          {side === 'partner' && match.sides.partner.missing.length > 0 ? (
            <p className="text-sm text-warning">{describeMissing(match.sides.partner.missing)}</p>
          ) : null}
        </Fact>
        <Fact name="Phone">
          {mayBeCalled ? <PhoneLink phone={phoneNumber} /> : formatPhone(phoneNumber)}
          {side === 'partner' ? (
            <p className={cx('text-sm', mayBeCalled ? 'text-muted' : 'text-warning')}>
              {mayBeCalled ? 'Agreed to calls' : 'Didn’t agree to calls: email them instead'}
            </p>
          ) : null}
        </Fact>
        <Fact name="Time zone">{timeZone ? nameZone(timeZone) : 'Not known yet'}</Fact>
        <Fact name="Times">
          <span>{describeTimes(chosenTimes)}</span>
          {note ? <p className="text-sm wrap-anywhere whitespace-pre-line">“{note}”</p> : null}
        </Fact>
        <Fact name="Recording">{recordingTexts[String(isRecordingAllowed)]}</Fact>
        {match.state === 'met' || answer ? (
          <Fact name="After the meeting">
            {answer === null ? 'No answer yet' : answer === 'accepted' ? 'Accepted' : 'Declined'}
          </Fact>
        ) : null}
      </Facts>
    </PanelSection>
  )
}

function describeTimes(chosen: string[] | null): string {
  if (chosen === null) return 'No answer yet'
  if (chosen.length === 0) return 'None of the times work'
  return chosen.map(inEasternTime).join('; ')
}

const recordingTexts: Record<string, string> = {
  true: 'Allowed',
  false: 'Not allowed',
  null: 'Not said yet',
}

/** After a conflict with someone else's step; other refusals are about the step itself. */
export function ChangedNotice({ step }: { step: ReturnType<typeof useMatchStep> }) {
  const current = readCurrent(step.error)
  if (!current || current.basedOn === step.variables?.body.basedOn) return null
  return (
    <Notice tone="warning" isNews title="This introduction has changed">
      Nothing was saved. Check what changed before you try again.
    </Notice>
  )
}
