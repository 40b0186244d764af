import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { ConsentSource, ConsentState } from '@shared/consents'
import { formatDate, formatDateTime } from '@/lib/format'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'
import { useStepFocus } from '@/ui/use-restore-focus'
import { userConsentsQuery } from './api'
import { consentNames } from './consent-names'
import { StopForm } from './stop-form'

/** By what someone may be contacted, and since when not any more: for the administrator. */
export function ContactConsents({ user }: { user: { id: number } }) {
  const [isRecording, setIsRecording] = useState(false)
  const { data, isError } = useQuery(userConsentsQuery(user.id))
  // The form replaces the button that leads to it, and the button its own.
  const content = useStepFocus()
  if (isError)
    return <span className="text-muted">We couldn’t load this. Ask before you call.</span>
  if (!data) return <Skeleton className="my-1 h-4.5 w-48" />
  return (
    <div ref={content}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {data.map((state) => (
          <Consent key={state.kind} state={state} />
        ))}
      </ul>
      {isRecording ? (
        <StopForm user={user} onDone={() => setIsRecording(false)} />
      ) : (
        <Button size="sm" variant="ghost" className="-ml-2.5" onClick={() => setIsRecording(true)}>
          Record a STOP
        </Button>
      )}
    </div>
  )
}

function Consent({ state }: { state: ConsentState }) {
  const { kind, isGiven, isForOtherNumber, at } = state
  const said = isGiven || isForOtherNumber ? 'Agreed' : 'Withdrawn'
  return (
    <li
      title={at ? `${said} ${formatDateTime(at)}` : 'Never agreed'}
      className={isGiven ? 'flex gap-1' : 'flex gap-1 text-muted'}
    >
      {isGiven ? (
        <Check aria-hidden="true" className="mt-1.25 size-4 shrink-0 text-success" />
      ) : (
        <X aria-hidden="true" className="mt-1.25 size-4 shrink-0" />
      )}
      <span className="sr-only">{isGiven ? 'Yes: ' : 'No: '}</span>
      <span>
        {isGiven || !at
          ? consentNames[kind]
          : `${consentNames[kind]} (${describeWithdrawal(state, at)})`}
      </span>
    </li>
  )
}

const ways: Partial<Record<ConsentSource, string>> = {
  phone: 'on the phone',
  text: 'by text message',
  email: 'by email',
  letter: 'by letter',
  'in-person': 'in person',
}

/** Why not any more: 'withdrawn', or 'withdrawn on the phone, recorded Nov 20, 2026 by Ada Park'. */
function describeWithdrawal(
  { isForOtherNumber, source, recordedBy }: ConsentState,
  at: string,
): string {
  if (isForOtherNumber) return 'agreed for another phone number'
  const way = source && ways[source]
  if (!way) return 'withdrawn'
  return `withdrawn ${way}, recorded ${formatDate(at)}${recordedBy ? ` by ${recordedBy}` : ''}`
}
