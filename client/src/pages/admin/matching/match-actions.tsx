import { roomRequest, type Match } from '@shared/matches'
import { openMatchStates } from '@shared/list-choices'
import { z } from '@shared/zod'
import { useMatchStep, useOwnRoom, useTake, useUndoStep } from '@/features/matches/admin-api'
import { useNow } from '@/features/matches/match-times'
import { firstName, firstOfEntrepreneur, namePair } from '@/features/matches/match-words'
import { JoinLink } from '@/features/matches/join-link'
import { toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { useSubmitForm } from '@/lib/form'
import { FormDialog } from '@/ui/form-dialog'
import { SelectField, TextField } from '@/ui/form-fields'
import { NewTimesDialog } from './new-times-dialog'
import { ChangedNotice } from './match-facts'

/** Acts that open a dialog; the open one is part of the address. */
export const matchActs = ['new', 'agreed', 'missed', 'declined', 'room'] as const
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
  const { undo } = useUndoStep()
  const take = useTake(step)
  const { basedOn, state, room, canUndo, mailsLeaveAt } = match
  const isOpen = openMatchStates.some((open) => open === state)
  const hasStarted = isStarted(match, useNow())
  const canArrange = state === 'arranging' || (state === 'booked' && !hasStarted)

  function end() {
    const question = `End the introduction of ${namePair(match)}? ${match.entrepreneur ? 'Both get' : 'The partner gets'} an email that it won’t move forward.`
    if (!window.confirm(question)) return
    void take({ step: 'end', body: { basedOn, because: 'withdrawn' } }, 'Introduction ended')
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {state === 'booked' && room.link ? (
          <JoinLink href={room.link} name={namePair(match)} />
        ) : null}
        {hasStarted ? (
          <>
            <Button
              size="sm"
              data-key="t"
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
            Record a No
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
      {mailsLeaveAt ? <MailsLeave key={mailsLeaveAt} at={mailsLeaveAt} /> : null}
      {act === 'declined' ? <DeclinedDialog match={match} onClose={() => onAct(null)} /> : null}
      {act === 'room' ? <RoomDialog match={match} onClose={() => onAct(null)} /> : null}
      {act && act !== 'declined' && act !== 'room' ? (
        <NewTimesDialog key={act} match={match} kind={act} onClose={() => onAct(null)} />
      ) : null}
    </div>
  )
}

/** 'Emails go out in 40 seconds.' */
function MailsLeave({ at }: { at: string }) {
  const seconds = Math.ceil((Date.parse(at) - useNow(1_000)) / 1_000)
  return (
    <p className="figures text-sm text-muted">
      {seconds > 0
        ? `Emails go out in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
        : 'Emails are going out.'}
    </p>
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
      title="Record a No"
      description="Record only what you heard from them. This ends the introduction. We’ll only tell the other person it’s not moving forward."
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

/** The video link of this meeting alone. */
function RoomDialog({ match, onClose }: { match: Match; onClose: () => void }) {
  const saving = useOwnRoom(match.id)
  const { link, isOwn } = match.room
  const submission = useSubmitForm({
    schema: roomRequest,
    defaultValues: { link: isOwn ? (link ?? '') : '' },
    kept: { name: 'room', of: match.id },
    send: (typed) => saving.mutateAsync(typed.link),
    onDone: () => {
      toast({ title: 'Video link saved' })
      onClose()
    },
    failure: 'The link was not saved',
  })
  return (
    <FormDialog
      title="Video Link"
      description={`For the meeting of ${namePair(match)}. It’s never part of an email: both join from their page.`}
      submitLabel="Save Link"
      {...submission}
      onClose={onClose}
    >
      <TextField
        {...submission.field('link')}
        label="Meeting link"
        optional
        hint="Leave this empty to use the meeting room from Settings."
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  )
}
