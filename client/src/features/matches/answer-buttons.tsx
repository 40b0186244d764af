import { useState } from 'react'
import { linkTimesRequest } from '@shared/matches'
import { formatMeetingTime, keepTogether } from '@shared/meeting-time'
import { z } from '@shared/zod'
import { useSubmitForm } from '@/lib/form'
import { Button } from '@/ui/button'
import { FormDialog } from '@/ui/form-dialog'
import { TextareaField } from '@/ui/form-fields'
import { type IntroductionProps, PhoneEndField } from './introduction-step'
import { answeringZone } from './match-times'

const { note, phoneEnd } = linkTimesRequest.shape
const partnerSchema = z.object({ note, phoneEnd: z.string() })
const linkSchema = z.object({ note, phoneEnd })

interface Question {
  title: string
  warning: string
  submitLabel: string
  closeLabel?: string
  isDanger?: boolean
  /** Asks when would be better; what is typed is kept for this state of an introduction. */
  asksWhen?: { of: string | number }
  done?: string
  /** By a link, with the proof of who answers. */
  send: (proof: { phoneEnd?: string }, note: string) => Promise<unknown>
}

interface AskingProps {
  label: string
  isMain?: boolean
  link: IntroductionProps['link']
  question: Question
}

/** A button whose act is confirmed: three people hear of it, and none of it can be taken back. */
function AskingButton({ label, isMain = false, ...rest }: AskingProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant={isMain ? 'primary' : 'secondary'} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen ? <Asking {...rest} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function Asking({
  link,
  question,
  onClose,
}: Pick<AskingProps, 'link' | 'question'> & { onClose: () => void }) {
  const { send, done, asksWhen, ...dialog } = question
  const { field, ...submission } = useSubmitForm({
    schema: link ? linkSchema : partnerSchema,
    defaultValues: { note: '', phoneEnd: link?.digits ?? '' },
    kept: asksWhen ? { name: 'cancel', ...asksWhen, never: { phoneEnd: true } } : 'nothing',
    send: (typed) => send(link ? { phoneEnd: typed.phoneEnd } : {}, typed.note),
    ...(done && { done }),
    failure: 'We couldn’t send your answer',
    onDone: onClose,
  })
  return (
    <FormDialog {...dialog} {...submission} isLive onClose={onClose}>
      {asksWhen ? (
        <TextareaField {...field('note')} label="When would be better?" optional rows={3} />
      ) : null}
      {link ? <PhoneEndField {...field('phoneEnd')} link={link} /> : null}
    </FormDialog>
  )
}

type AnswerProps = Pick<IntroductionProps, 'match' | 'calls' | 'link'>

/** After the meeting. Neither learns the other's answer, only the outcome. */
export function AcceptButton({ match, calls, link }: AnswerProps) {
  const { basedOn, other } = match
  return (
    <AskingButton
      label="Accept"
      isMain
      link={link}
      question={{
        title: `Share your name, email, and phone with ${other.firstName}?`,
        warning: `If ${other.firstName} accepts, too, we’ll share your full name, email, and phone number with each other. You won’t sign anything today.`,
        submitLabel: 'Accept',
        send: (proof) => calls.answer({ basedOn, answer: 'accepted', ...proof }),
      }}
    />
  )
}

export function DeclineButton({
  match,
  calls,
  link,
  label = 'I Don’t Want This Introduction',
}: AnswerProps & { label?: string }) {
  const { basedOn, other } = match
  return (
    <AskingButton
      label={label}
      link={link}
      question={{
        title: 'Decline This Introduction?',
        warning: `You don’t have to give a reason. We’ll only tell ${other.firstName} it’s not moving forward. You can’t take this back.`,
        submitLabel: 'Decline',
        isDanger: true,
        send: (proof) => calls.answer({ basedOn, answer: 'declined', ...proof }),
      }}
    />
  )
}

/** Before a meeting begins. */
export function CancelMeetingButton({
  match,
  calls,
  link,
  zone,
  startsAt,
}: IntroductionProps & { startsAt: string }) {
  const { basedOn, other } = match
  return (
    <AskingButton
      label="I Can’t Make This Time"
      link={link}
      question={{
        title: `Cancel ${keepTogether(formatMeetingTime(new Date(startsAt), zone))}?`,
        warning: `We’ll tell ${other.firstName} and find new times.`,
        submitLabel: 'Cancel This Meeting',
        closeLabel: 'Keep This Time',
        isDanger: true,
        asksWhen: { of: basedOn },
        done: 'Meeting canceled',
        send: (proof, when) =>
          calls.giveTimes({
            basedOn,
            times: [],
            note: when,
            zone: answeringZone(),
            ...proof,
            ...(link && { isRecordingAllowed: link.recording ?? false }),
          }),
      }}
    />
  )
}
