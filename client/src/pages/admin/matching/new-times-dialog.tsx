import { useController } from 'react-hook-form'
import {
  absences,
  mostOfferedTimes,
  newTimesRequest,
  type Absence,
  type Match,
} from '@shared/matches'
import { z } from '@shared/zod'
import { useMatchStep, useUndoStep } from '@/features/matches/admin-api'
import {
  firstName,
  firstOfEntrepreneur,
  namePair,
  promisedBy,
} from '@/features/matches/match-words'
import { useSubmitForm } from '@/lib/form'
import { FormDialog } from '@/ui/form-dialog'
import { SelectField } from '@/ui/form-fields'
import { attendeesOf } from './grid-times'
import { ChangedNotice } from './match-facts'
import { ChosenTimes, TimesField } from './times-field'

/** `missed`: the meeting didn't happen; new times may be offered with it. */
type TimesKind = 'new' | 'agreed' | 'missed'

interface Words {
  title: string
  description: string
  label: string
  hint: string
  submit: string
  done: string
  failure: string
  /** Said when nothing was chosen. */
  none?: string
}

const words: Record<TimesKind, Words> = {
  new: {
    title: 'Offer New Times',
    description: 'Earlier times and answers no longer count. Both will choose again.',
    label: 'Times',
    hint: `Choose up to ${mostOfferedTimes}. We book the first one that works for both.`,
    submit: 'Offer New Times',
    done: 'New times offered',
    failure: 'No new times were offered',
    none: 'Please choose at least one time.',
  },
  agreed: {
    title: 'Book an Agreed Time',
    description: 'For a time that both agreed to by phone. Both get an invitation.',
    label: 'Time',
    hint: 'Choose the one that both agreed to.',
    submit: 'Book This Time',
    done: 'Meeting booked',
    failure: 'The meeting was not booked',
    none: 'Please choose the one time that both agreed to.',
  },
  missed: {
    title: 'It Didn’t Happen',
    description: 'The audit trail records the reason. We don’t share it with either of them.',
    label: 'New times',
    hint: `Choose up to ${mostOfferedTimes}, or none for now.`,
    submit: 'Record Outcome',
    done: 'Recorded that it didn’t happen',
    failure: 'It was not recorded',
  },
}

const missing = z.enum(absences, { error: 'Please choose why.' })

const describeAbsence = (match: Match): Record<Absence, string> => ({
  partner: `${firstName(match.partner.name)} didn’t come`,
  entrepreneur: `${firstOfEntrepreneur(match)} didn’t come`,
  both: 'Neither of them came',
  host: 'We didn’t come',
  connection: 'Technical trouble',
})

/** As fields hold it. */
const timesForm = (kind: TimesKind) =>
  z.object({
    times: newTimesRequest.shape.times.refine((all) => all.length > 0 || kind === 'missed', {
      error: words[kind].none,
    }),
    missing: kind === 'missed' ? z.string().pipe(missing) : z.string().transform(() => undefined),
  })

interface NewTimesDialogProps {
  match: Match
  kind: TimesKind
  onClose: () => void
}

/** Other times for an introduction, or the one that its people agreed to. */
export function NewTimesDialog({ match, kind, onClose }: NewTimesDialogProps) {
  const { title, description, label, hint, submit, done, failure } = words[kind]
  const attendees = attendeesOf(match)
  const sending = useMatchStep(match.id)
  const { sayDone } = useUndoStep()
  const submission = useSubmitForm({
    schema: timesForm(kind),
    defaultValues: { times: [], missing: '' },
    kept: { name: kind, of: match.id },
    send: (typed) =>
      sending.mutateAsync({
        step: 'times',
        body: { ...typed, basedOn: match.basedOn, isAgreed: kind === 'agreed' },
      }),
    onDone: (changed) => {
      sayDone(done, changed)
      onClose()
    },
    failure,
  })
  const control = useController(submission.field('times'))

  return (
    <FormDialog
      {...submission}
      label={title}
      size="lg"
      title={title}
      description={`${namePair(match)}. ${description}`}
      submitLabel={submit}
      discardQuestion="Discard what you chose?"
      summary={<ChosenTimes control={control} attendees={attendees} />}
      onClose={onClose}
    >
      <ChangedNotice step={sending} />
      {kind === 'missed' ? (
        <SelectField
          {...submission.field('missing')}
          label="Why not?"
          options={[
            { value: '', label: 'Choose' },
            ...Object.entries(describeAbsence(match)).map(([value, why]) => ({
              value,
              label: why,
            })),
          ]}
        />
      ) : null}
      <TimesField
        label={label}
        hint={hint}
        control={control}
        most={kind === 'agreed' ? 1 : mostOfferedTimes}
        attendees={attendees}
        meetBy={promisedBy(match.sides.partner.approvedAt)}
        matchId={match.id}
        withToday={kind === 'agreed'}
      />
    </FormDialog>
  )
}
