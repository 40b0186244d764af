import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Meeting } from '@shared/matches'
import { meetingQuery, useMatchCalls } from '@/features/matches/api'
import { Introduction } from '@/features/matches/introduction'
import { useNow, useZone } from '@/features/matches/match-times'
import { ZoneChoice } from '@/features/matches/zone-choice'
import { brand } from '@/lib/brand'
import { HttpError } from '@/lib/http'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useLinkToken } from '@/lib/use-link-token'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { Card } from '@/ui/card'
import { LoadError, Skeleton } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { SupportPhone } from '@/ui/support-links'

/** An entrepreneur's introduction, by the link that was mailed to them. Opening it changes nothing. */
export function MeetPage() {
  useDocumentTitle('Your Introduction')
  const [token] = useLinkToken()
  return <Frame>{token ? <EntrepreneurMeeting token={token} /> : <DeadLink />}</Frame>
}

export const Opening = () => (
  <Frame>
    <Loading />
  </Frame>
)

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="shell min-h-dvh max-w-2xl py-6 md:py-16">
    <h1 tabIndex={-1} className="lg:text-4xl">
      Your Introduction
    </h1>
    {children}
  </div>
)

const Loading = () => <Skeleton className="mt-8 h-64" />

function EntrepreneurMeeting({ token }: { token: string }) {
  // As on the dashboard: the wait for the video room is measured again with each look at the clock.
  useNow()
  const { data: meeting, error, refetch } = useQuery(meetingQuery(token))
  useQuietRefresh(() => void refetch())
  const calls = useMatchCalls(token)
  const [zone, chooseZone] = useZone(meeting)
  const [digits, setDigits] = useState('')
  if (!meeting) {
    if (error instanceof HttpError && error.status === 404) return <DeadLink />
    return error ? <LoadError what="Your introduction" onRetry={refetch} /> : <Loading />
  }
  return (
    <>
      <Purpose meeting={meeting} />
      <Card className="mt-5 grid gap-5 p-5 md:p-7">
        {meeting.state === 'arranging' ? <ZoneChoice zone={zone} onChoose={chooseZone} /> : null}
        <Introduction
          match={meeting}
          zone={zone}
          calls={calls}
          link={{ recording: meeting.isRecordingAllowed, digits, onDigits: setDigits }}
        />
        {meeting.state === 'booked' ? <ZoneChoice zone={zone} onChoose={chooseZone} /> : null}
      </Card>
    </>
  )
}

/** To someone who may never have heard of us; later, what comes next is all they need. */
function Purpose({ meeting }: { meeting: Meeting }) {
  const { firstName, state, other } = meeting
  if (state !== 'arranging')
    return (
      <p className="mt-3 wrap-anywhere">
        Hi {firstName}. We’re the {brand.programName}.
      </p>
    )
  return (
    <div className="mt-3 grid gap-2 wrap-anywhere">
      <p>
        Hi {firstName}. We’re the {brand.programName}, and we’d like you to meet {other.firstName}.
      </p>
      <p>
        After the meeting, you tell us if you want to move forward. You can say no here at any time,
        no reason needed.
      </p>
    </div>
  )
}

function DeadLink() {
  return (
    <Notice tone="warning" className="mt-8" title="This link no longer works">
      Open the newest email from us, or call <SupportPhone />.
    </Notice>
  )
}
