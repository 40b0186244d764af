import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { consentKinds, type ConsentState, stopWays } from '@shared/consents'
import { z } from '@shared/zod'
import { useSubmitForm } from '@/lib/form'
import { formatDate, formatDateTime } from '@/lib/format'
import { post } from '@/lib/http'
import { Button } from '@/ui/button'
import { InlineForm } from '@/ui/form'
import { CheckboxField, SelectField } from '@/ui/form-fields'
import { Skeleton } from '@/ui/loaded'
import { consentNames, consentPlaces, userConsentsQuery } from './api'

/** Ways by which someone may be contacted, and since when not any more. */
export function ContactConsents({ user }: { user: { id: number } }) {
  const [isRecording, setIsRecording] = useState(false)
  const { data, isError } = useQuery(userConsentsQuery(user.id))
  if (isError)
    return <span className="text-muted">We couldn’t load this. Ask before you call.</span>
  if (!data) return <Skeleton className="my-1 h-4.5 w-48" />
  return (
    <div>
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

/** Why not any more: 'withdrawn', or 'withdrawn on the phone, recorded Nov 20, 2026 by Ada Park'. */
function describeWithdrawal(
  { isForOtherNumber, source, recordedBy }: ConsentState,
  at: string,
): string {
  if (isForOtherNumber) return 'agreed for another phone number'
  if (!source || !stopWays.some((way) => way === source)) return 'withdrawn'
  return `withdrawn ${consentPlaces[source]}, recorded ${formatDate(at)}${recordedBy ? ` by ${recordedBy}` : ''}`
}

const wayOptions = stopWays.map((value) => ({
  value,
  label: consentPlaces[value].replace(/^./, (letter) => letter.toUpperCase()),
}))

/** A box of each kind, in place of the list that the API takes. */
const schema = z
  .object({
    way: z.enum(stopWays),
    calls: z.boolean(),
    texts: z.boolean(),
    email: z.boolean(),
    recording: z.boolean(),
  })
  .refine((boxes) => consentKinds.some((kind) => boxes[kind]), {
    error: 'Choose what to stop.',
    path: ['calls'],
  })

function StopForm({ user, onDone }: { user: { id: number }; onDone: () => void }) {
  const [path] = userConsentsQuery(user.id).queryKey
  const submission = useSubmitForm({
    schema,
    defaultValues: { way: 'phone', calls: true, texts: true, email: true, recording: false },
    kept: { name: 'stop', of: user.id },
    send: ({ way, ...boxes }) =>
      post<ConsentState[]>(`${path}/stop`, {
        way,
        kinds: consentKinds.filter((kind) => boxes[kind]),
      }),
    sets: [path],
    refreshes: [`/api/admin/users/${user.id}/history`],
    done: { title: 'Recorded', description: 'It takes effect right away.' },
    failure: 'It was not recorded',
    onDone,
  })
  const { field } = submission

  return (
    <InlineForm
      {...submission}
      label="Record a STOP"
      className="mt-3 border-t pt-4"
      submitLabel="Record STOP"
      onCancel={onDone}
    >
      <SelectField {...field('way')} label="How they told you" options={wayOptions} />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium">What they no longer want</legend>
        {consentKinds.map((kind) => (
          <CheckboxField key={kind} {...field(kind)} label={consentNames[kind]} />
        ))}
      </fieldset>
    </InlineForm>
  )
}
