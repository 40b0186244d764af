import { CalendarPlus, Video } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { tellIntroduction } from '@shared/tell-introduction'
import { entrepreneurTips, meetingTips, questionsToAsk } from '@/content/application'
import { announce } from '@/lib/announce'
import { saveFile } from '@/lib/save-file'
import { Button, buttonClass } from '@/ui/button'
import { SupportPhone } from '@/ui/support-links'
import { NewTabLink } from '@/ui/text'
import { AboutOther } from './about-other'
import { CancelMeetingButton, DeclineButton } from './answer-buttons'
import { type IntroductionProps, Step } from './introduction-step'
import { describeAhead } from './match-times'

type BookedProps = IntroductionProps & {
  told: ReturnType<typeof tellIntroduction>
  now: number
}

export function BookedMeeting({ told, now, ...props }: BookedProps) {
  const { match, zone, link } = props
  const { startsAt, joinLink, isRecorded, invitation } = match
  if (!startsAt) return null
  const hasStarted = Date.parse(startsAt) <= now
  return (
    <Step
      {...told}
      link={link}
      actions={
        <>
          {invitation && !hasStarted ? (
            <Button
              variant="secondary"
              icon={<CalendarPlus />}
              onClick={() =>
                saveFile(new Blob([invitation], { type: 'text/calendar' }), 'meeting.ics')
              }
            >
              Add to Calendar
            </Button>
          ) : null}
          {hasStarted ? null : <CancelMeetingButton {...props} startsAt={startsAt} />}
          <DeclineButton {...props} />
        </>
      }
      after={
        <>
          <AboutOther other={match.other} />
          <Preparation isPartner={!link} />
        </>
      }
    >
      <div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          {joinLink ? (
            <NewTabLink className={buttonClass()} href={joinLink}>
              <Video aria-hidden="true" />
              Join Meeting
            </NewTabLink>
          ) : null}
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
        </div>
        <p className="mt-2 text-muted">
          {isRecorded
            ? 'You both agreed to recording. We’ll say so when it begins.'
            : 'This meeting won’t be recorded.'}
        </p>
      </div>
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

function Preparation({ isPartner }: { isPartner: boolean }) {
  return (
    <details className="border-t pt-4">
      <summary className="cursor-pointer font-medium pointer-coarse:py-2.5">How to prepare</summary>
      <ul className="mt-3 list-disc space-y-1 pl-5">
        {(isPartner ? meetingTips : entrepreneurTips).map(({ title, text }) => (
          <li key={title}>
            <span className="font-medium">{title}.</span> {text}
          </li>
        ))}
      </ul>
      {isPartner ? (
        <>
          <p className="mt-4 font-medium">Questions to ask</p>
          <ul className="mt-2 list-disc space-y-1 pl-5">
            {questionsToAsk.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </>
      ) : null}
    </details>
  )
}
