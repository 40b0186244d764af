import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameZone } from '@shared/meeting-time'
import { meetingQuery, useMatchCalls } from '@/features/matches/api'
import { Introduction } from '@/features/matches/introduction'
import { useNow, zoneOf } from '@/features/matches/match-times'
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
  return (
    <div className="shell max-w-2xl py-10 md:py-16">
      <h1 tabIndex={-1} className="lg:text-4xl">
        Your Introduction
      </h1>
      {token ? <EntrepreneurMeeting token={token} /> : <DeadLink />}
    </div>
  )
}

function EntrepreneurMeeting({ token }: { token: string }) {
  // As on the dashboard: the wait for the video room is measured again with each look at the clock.
  useNow()
  const { data: meeting, error, refetch } = useQuery(meetingQuery(token))
  useQuietRefresh(() => void refetch())
  const calls = useMatchCalls(token)
  const zone = zoneOf(meeting)
  const [digits, setDigits] = useState('')
  if (!meeting) {
    if (error instanceof HttpError && error.status === 404) return <DeadLink />
    return error ? (
      <LoadError what="Your introduction" onRetry={refetch} />
    ) : (
      <Skeleton className="mt-8 h-64" />
    )
  }
  return (
    <>
      <p className="mt-3 wrap-anywhere text-muted">
        Hi {meeting.firstName}. Times are in {nameZone(zone)}.
      </p>
      <Card className="mt-8 p-5 md:p-7">
        <Introduction
          match={meeting}
          zone={zone}
          calls={calls}
          link={{ recording: meeting.isRecordingAllowed, digits, onDigits: setDigits }}
        />
      </Card>
    </>
  )
}

function DeadLink() {
  return (
    <Notice tone="warning" className="mt-8" title="This link no longer works">
      Open the newest email from us, or call <SupportPhone />.
    </Notice>
  )
}
