import { consentKinds, stopWays, type ConsentState, type StopWay } from '@shared/consents'
import { z } from '@shared/zod'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { CheckboxField, SelectField } from '@/ui/form-fields'
import { InlineForm } from '@/ui/inline-form'
import { userConsentsQuery } from './api'
import { consentNames } from './consent-names'

const wayNames: Record<StopWay, string> = {
  phone: 'On the phone',
  text: 'By text message',
  email: 'By email',
  letter: 'By letter',
  'in-person': 'In person',
}
const ways = stopWays.map((value) => ({ value, label: wayNames[value] }))

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

interface StopFormProps {
  user: { id: number }
  onDone: () => void
}

/** For someone who called or wrote that they want no more of it. */
export function StopForm({ user, onDone }: StopFormProps) {
  const [path] = userConsentsQuery(user.id).queryKey
  const submission = useSubmitForm(
    schema,
    { way: 'phone', calls: true, texts: true, email: true, recording: false },
    { name: 'stop', of: user.id },
    {
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
    },
  )
  const { control } = submission.form

  return (
    <InlineForm
      {...submission}
      label="Record a STOP"
      className="mt-3 border-t pt-4"
      submitLabel="Record It"
      onCancel={onDone}
    >
      <SelectField control={control} name="way" label="How they told you" options={ways} />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium">What they no longer want</legend>
        {consentKinds.map((kind) => (
          <CheckboxField key={kind} control={control} name={kind} label={consentNames[kind]} />
        ))}
      </fieldset>
    </InlineForm>
  )
}
