import type { Match } from '@shared/matches'
import { openMatchStates } from '@shared/list-choices'
import { z } from '@shared/zod'
import { useMatchStep, useUndoStep } from '@/features/matches/admin-api'
import { useNow } from '@/features/matches/match-times'
import { firstName, firstOfEntrepreneur, namePair } from '@/features/matches/match-words'
import { formatDateTime } from '@/lib/format'
import { toastError } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { useSubmitForm } from '@/lib/form'
import { FormDialog } from '@/ui/form-dialog'
import { SelectField } from '@/ui/form-fields'
import { NewTimesDialog } from './new-times-dialog'
import { ChangedNotice } from './match-facts'

/** Acts that open a dialog; the open one is part of the address. */
export const matchActs = ['new', 'agreed', 'missed', 'declined'] as const
export type MatchAct = (typeof matchActs)[number]

interface MatchActionsProps {
  match: Match
  /** The dialog that is open. */
  act: MatchAct | null
  onAct: (act: MatchAct | null) => void
  step: ReturnType<typeof useMatchStep>
}

/** The administrator's acts about an introduction as it is now. */
export function MatchActions({ match, act, onAct, step }: MatchActionsProps) {
  const { undo, sayDone } = useUndoStep()
  const { basedOn, state, canUndo, mailsLeaveAt } = match
  const isOpen = openMatchStates.some((open) => open === state)
  const hasStarted = isStarted(match, useNow())
  const canArrange = state === 'arranging' || (state === 'booked' && !hasStarted)

  async function take(request: Parameters<typeof step.mutateAsync>[0], done: string) {
    try {
      sayDone(done, await step.mutateAsync(request))
    } catch (error) {
      toastError('Nothing was changed', error)
    }
  }

  function end() {
    const question = `End the introduction of ${namePair(match)}? ${match.entrepreneur ? 'Both get' : 'The partner gets'} an email that it isn’t going ahead.`
    if (!window.confirm(question)) return
    void take({ step: 'end', body: { basedOn, because: 'withdrawn' } }, 'Introduction ended')
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {hasStarted ? (
          <>
            <Button
              size="sm"
              pending={step.isPending}
              onClick={() => void take({ step: 'met', body: { basedOn } }, 'Meeting recorded')}
            >
              It Took Place
            </Button>
            <Button size="sm" variant="secondary" onClick={() => onAct('missed')}>
              It Didn’t Happen
            </Button>
          </>
        ) : null}
        {canArrange ? (
          <>
            <Button size="sm" variant="secondary" onClick={() => onAct('new')}>
              New Times
            </Button>
            <Button size="sm" variant="secondary" onClick={() => onAct('agreed')}>
              Book an Agreed Time
            </Button>
          </>
        ) : null}
        {isOpen ? (
          <Button size="sm" variant="secondary" onClick={() => onAct('declined')}>
            Someone Said No
          </Button>
        ) : null}
        {isOpen || state === 'succeeded' ? (
          <Button size="sm" variant="secondary" pending={step.isPending} onClick={end}>
            End
          </Button>
        ) : null}
        {canUndo ? (
          <Button size="sm" variant="secondary" onClick={() => void undo(match)}>
            Undo Last Step
          </Button>
        ) : null}
      </div>
      {mailsLeaveAt ? (
        <p className="text-sm text-muted">
          The emails about the last step go out {formatDateTime(mailsLeaveAt)}.
        </p>
      ) : null}
      {act === 'declined' ? <DeclinedDialog match={match} onClose={() => onAct(null)} /> : null}
      {act && act !== 'declined' ? (
        <NewTimesDialog key={act} match={match} kind={act} onClose={() => onAct(null)} />
      ) : null}
    </div>
  )
}

const isStarted = ({ state, startsAt }: Match, now: number) =>
  state === 'booked' && startsAt !== null && Date.parse(startsAt) <= now

const becauses = ['partner-declined', 'entrepreneur-declined'] as const

const declinedForm = z.object({
  because: z.string().pipe(z.enum(becauses, { error: 'Please choose who said no.' })),
})

/** Only people themselves say yes; the administrator records a no that they were told. */
function DeclinedDialog({ match, onClose }: { match: Match; onClose: () => void }) {
  const sending = useMatchStep(match.id)
  const { sayDone } = useUndoStep()
  const submission = useSubmitForm({
    schema: declinedForm,
    defaultValues: { because: '' },
    kept: { name: 'declined', of: match.id },
    send: ({ because }) =>
      sending.mutateAsync({ step: 'end', body: { basedOn: match.basedOn, because } }),
    onDone: (ended) => {
      sayDone('Recorded, and ended', ended)
      onClose()
    },
    failure: 'It was not recorded',
  })

  return (
    <FormDialog
      title="Someone Said No"
      description="Record only what you heard from them. This ends the introduction. We tell the other person only that it isn’t going ahead."
      submitLabel="Record and End"
      isDanger
      {...submission}
      onClose={onClose}
    >
      <ChangedNotice step={sending} />
      <SelectField
        {...submission.field('because')}
        label="Who said no?"
        options={[
          { value: '', label: 'Choose' },
          { value: 'partner-declined', label: firstName(match.partner.name) },
          { value: 'entrepreneur-declined', label: firstOfEntrepreneur(match) },
        ]}
      />
    </FormDialog>
  )
}
