import { Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { meetingTips, questionsToAsk } from '@/content/application'
import { announce } from '@/lib/announce'
import { Button, buttonClass } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { SupportPhone } from '@/ui/support-links'
import { NewTabLink } from '@/ui/text'
import { DeclineButton } from './answer-form'
import { type IntroductionProps, Step } from './introduction-step'
import { describeAhead, describeMeetingTime } from './match-times'
import { TimesForm } from './times-form'

export function BookedMeeting({ now, ...props }: IntroductionProps & { now: number }) {
  const { match, zone, link } = props
  const { startsAt, joinLink, isRecorded, other } = match
  if (!startsAt) return null
  const hasStarted = Date.parse(startsAt) <= now
  return (
    <Step
      link={link}
      title={`You’re meeting ${other.firstName} on ${describeMeetingTime(startsAt, zone)}`}
      actions={
        <>
          {joinLink ? (
            <NewTabLink className={buttonClass()} href={joinLink}>
              <Video aria-hidden="true" />
              Join Meeting
            </NewTabLink>
          ) : null}
          {hasStarted ? null : <CannotMakeIt {...props} />}
          <DeclineButton {...props} />
        </>
      }
    >
      <p>
        <Ahead startsAt={startsAt} now={now} zone={zone} />
        {joinLink ? (
          <span>
            Can’t get in? Call <SupportPhone />.
          </span>
        ) : (
          <span>The Join button appears here 15 minutes before.</span>
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

/** Minutes before the meeting at which how soon it is gets said; in between it is only shown. */
const saidAt = [0, 5, 15]

function Ahead({ startsAt, now, zone }: { startsAt: string; now: number; zone: string }) {
  const text = describeAhead(startsAt, now, zone)
  const minutes = (Date.parse(startsAt) - now) / 60_000
  const mark = saidAt.find((before) => minutes <= before)
  const last = useRef(mark)
  useEffect(() => {
    if (mark === last.current) return
    last.current = mark
    if (mark !== undefined) announce([text])
  }, [mark, text])
  return <span>{text} </span>
}

function CannotMakeIt(props: IntroductionProps) {
  const { match } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={cx(isOpen && 'w-full')}>
      {isOpen ? (
        <TimesForm
          key={match.basedOn}
          {...props}
          match={{ ...match, offeredTimes: [], chosenTimes: [] }}
          isNoneOnly
          onDone={() => setIsOpen(false)}
        />
      ) : (
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          I Can’t Make This Time
        </Button>
      )}
    </div>
  )
}

function Preparation() {
  return (
    <details className="mt-5 border-t pt-4">
      <summary className="cursor-pointer font-medium pointer-coarse:py-2.5">How to prepare</summary>
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
