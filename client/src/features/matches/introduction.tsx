import { Video } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { OwnMatch } from '@shared/matches'
import { formatMeetingDay } from '@shared/meeting-time'
import { formatCents } from '@shared/money'
import { meetingTips, questionsToAsk } from '@/content/application'
import { brand, supportPhoneHref } from '@/lib/brand'
import { Button, buttonClass } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { Fact, Facts } from '@/ui/facts'
import { PhoneLink } from '@/ui/phone-link'
import type { MatchCalls } from './api'
import { AnswerForm, DeclineButton } from './answer-form'
import { describeAhead, describeMeetingTime, useNow } from './match-times'
import { TimesForm } from './times-form'

export interface IntroductionProps {
  match: OwnMatch
  zone: string
  calls: MatchCalls
  /** Of an entrepreneur, who has a link and no account. */
  link?: { recording: boolean | null }
}

/** One introduction as one of its two people sees it: what is next, and the way to do it. */
export function Introduction(props: IntroductionProps) {
  const { match } = props
  switch (match.state) {
    case 'arranging':
      return <Arranging {...props} />
    case 'booked':
      return <Booked {...props} />
    case 'met':
      return <Met {...props} />
    case 'succeeded':
      return <Succeeded {...props} />
    case 'ended':
      return <Ended {...props} />
  }
}

function Arranging(props: IntroductionProps) {
  const { match, link } = props
  const { other, offeredTimes, chosenTimes } = match
  const [isChanging, setIsChanging] = useState(false)
  const hasChosen = chosenTimes !== null && chosenTimes.length > 0
  const isWaiting = offeredTimes.length === 0 || chosenTimes?.length === 0
  const decline = (
    <DeclineButton {...props} isByLink={Boolean(link)} label="I Don’t Want This Introduction" />
  )
  if (isWaiting) {
    return (
      <Step title={`Meet ${nameOther(match)}`} actions={decline}>
        We’re finding new times. You don’t need to do anything.
      </Step>
    )
  }
  if (hasChosen && !isChanging) {
    return (
      <Step
        title={`Meet ${nameOther(match)}`}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsChanging(true)}>
              Change My Times
            </Button>
            {decline}
          </>
        }
      >
        Thank you. We’ll book the first time that works for both of you and email you.
      </Step>
    )
  }
  return (
    <Step title={`Meet ${nameOther(match)}`} actions={decline}>
      {other.business ? (
        <p className="mb-5 max-w-measure wrap-anywhere">
          {other.business.summary} Looking for{' '}
          <span className="figures">
            {formatCents(other.business.amountCents).replace('.00', '')}
          </span>
          .
        </p>
      ) : null}
      <TimesForm
        key={match.basedOn}
        {...props}
        isByLink={Boolean(link)}
        recording={link?.recording ?? null}
        onDone={() => setIsChanging(false)}
      />
    </Step>
  )
}

function Booked(props: IntroductionProps) {
  const { match, zone, calls, link } = props
  const now = useNow()
  const { startsAt, endsAt, joinLink, isRecorded, other } = match
  if (!startsAt || !endsAt) return null
  const hasStarted = Date.parse(startsAt) <= now
  if (Date.parse(endsAt) <= now) {
    return (
      <Step title={`Your meeting was on ${formatMeetingDay(new Date(startsAt), zone)}`}>
        We’ll ask for your answer once our team has noted that it took place.
      </Step>
    )
  }
  return (
    <Step
      title={`You’re meeting ${other.firstName} on ${describeMeetingTime(startsAt, zone)}`}
      actions={
        <>
          {joinLink ? (
            <a className={buttonClass()} href={joinLink} target="_blank" rel="noreferrer">
              <Video aria-hidden="true" />
              Join Meeting
            </a>
          ) : null}
          {hasStarted ? null : <CannotMakeIt match={match} zone={zone} calls={calls} link={link} />}
          {hasStarted ? null : (
            <DeclineButton
              {...props}
              isByLink={Boolean(link)}
              label="I Don’t Want This Introduction"
            />
          )}
        </>
      }
    >
      <p aria-live="polite">
        {describeAhead(startsAt, now, zone)}{' '}
        {joinLink ? (
          <>
            Can’t get in? Call{' '}
            <a className="link whitespace-nowrap" href={supportPhoneHref}>
              {brand.supportPhone}
            </a>
            .
          </>
        ) : (
          'The Join button appears here 15 minutes before.'
        )}
      </p>
      <p className="mt-2 text-muted">
        {isRecorded
          ? 'You both agreed to recording. We’ll say so when it begins.'
          : 'This meeting won’t be recorded.'}
      </p>
      {link ? null : <Preparation />}
    </Step>
  )
}

/** The booked time does not work after all: new times are looked for. */
function CannotMakeIt({ match, zone, calls, link }: IntroductionProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        I Can’t Make This Time
      </Button>
    )
  }
  return (
    <div className="w-full">
      <TimesForm
        key={match.basedOn}
        match={{ ...match, offeredTimes: [], chosenTimes: [] }}
        zone={zone}
        calls={calls}
        recording={link?.recording ?? null}
        isByLink={Boolean(link)}
        isNoneOnly
        onDone={() => setIsOpen(false)}
      />
    </div>
  )
}

function Preparation() {
  return (
    <details className="mt-5 border-t pt-4">
      <summary className="cursor-pointer font-medium">How to prepare</summary>
      <ul className="mt-3 list-disc space-y-1 pl-5">
        {meetingTips.map(({ title, text }) => (
          <li key={title}>
            <span className="font-medium">{title}.</span> {text}
          </li>
        ))}
      </ul>
      <p className="mt-4 font-medium">Questions to ask</p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {questionsToAsk.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </details>
  )
}

function Met(props: IntroductionProps) {
  const { match, link } = props
  const { other, answer } = match
  const isByLink = Boolean(link)
  if (answer === 'accepted') {
    return (
      <Step
        title={`You’ve met ${other.firstName}`}
        actions={<DeclineButton {...props} isByLink={isByLink} label="Decline" />}
      >
        You accepted. We’ll tell you when we know {other.firstName}’s answer. You can still decline
        until then.
      </Step>
    )
  }
  return (
    <Step title={`You’ve met ${other.firstName}. Do you want to go on together?`}>
      <p className="mb-5">You sign nothing here.</p>
      <AnswerForm {...props} isByLink={isByLink} />
    </Step>
  )
}

function Succeeded({ match }: IntroductionProps) {
  const { contacts } = match
  const name = contacts ? `${contacts.firstName} ${contacts.lastName}` : match.other.firstName
  return (
    <Step title="It’s a match.">
      <p className="wrap-anywhere">You and {name} both accepted.</p>
      {contacts ? (
        <div className="my-4">
          <Facts>
            <Fact name="Email">
              <EmailText email={contacts.email} />
            </Fact>
            <Fact name="Phone">
              <PhoneLink phone={contacts.phoneNumber} />
            </Fact>
          </Facts>
        </div>
      ) : null}
      <p>
        Our team will call you about the agreement. Results are not guaranteed; payments come from
        the entrepreneur.
      </p>
    </Step>
  )
}

function Ended({ match, link }: IntroductionProps) {
  const next = link
    ? 'We’ll write to you about what comes next.'
    : match.isOneMoreComing
      ? 'We’re looking for one more entrepreneur.'
      : 'Please call us about what comes next.'
  return <Step title="This introduction isn’t going ahead.">{next}</Step>
}

/** 'Ana, Rivera Bakery', or to an entrepreneur 'Jordan, a Credit Partner we approved'. */
const nameOther = ({ other }: OwnMatch) =>
  `${other.firstName}, ${other.business ? other.business.name : 'a Credit Partner we approved'}`

interface StepProps {
  title: string
  actions?: ReactNode
  children: ReactNode
}

function Step({ title, actions, children }: StepProps) {
  return (
    <div className="grid gap-5">
      <div className="min-w-0">
        <h3 className="text-lg wrap-anywhere">{title}</h3>
        <div className="mt-2">{children}</div>
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-3">{actions}</div> : null}
    </div>
  )
}
