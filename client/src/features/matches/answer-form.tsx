import { useId, useState } from 'react'
import { linkAnswerRequest } from '@shared/matches'
import { z } from '@shared/zod'
import { useSubmitForm } from '@/lib/form'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Form } from '@/ui/form'
import { type IntroductionProps, PhoneEndField } from './introduction-step'

const { phoneEnd } = linkAnswerRequest.shape
const partnerSchema = z.object({ phoneEnd: z.string() })
const linkSchema = z.object({ phoneEnd })

type AnswerProps = Pick<IntroductionProps, 'match' | 'calls' | 'link'>

/** One of the two answers, with what proves them where a link led here. */
function useAnswer({ match, calls, link }: AnswerProps, answer: 'accepted' | 'declined') {
  return useSubmitForm({
    schema: link ? linkSchema : partnerSchema,
    defaultValues: { phoneEnd: '' },
    kept: 'nothing',
    send: ({ phoneEnd: digits }) =>
      calls.answer({ basedOn: match.basedOn, answer, ...(link && { phoneEnd: digits }) }),
    failure: 'Your answer was not sent',
  })
}

/** After the meeting: go on together, or not. Neither learns the other's answer, only the outcome. */
export function AnswerForm(props: AnswerProps) {
  const { match, link } = props
  const { field, ...acceptance } = useAnswer(props, 'accepted')
  const name = match.other.firstName
  const formId = useId()
  // The other answer has a form of its own, which must not be inside this one.
  return (
    <div className="grid gap-5">
      <Form {...acceptance} id={formId} label="Your answer" isLive>
        {link ? <PhoneEndField {...field('phoneEnd')} /> : null}
      </Form>
      <ul className="grid gap-5 sm:grid-cols-2">
        <li>
          <Button
            type="submit"
            form={formId}
            pending={acceptance.form.formState.isSubmitting}
            className="w-full"
            aria-describedby="accept-means"
          >
            Accept
          </Button>
          <p id="accept-means" className="mt-2 text-sm text-muted">
            If {name} accepts too, we’ll share your full name, email, and phone number with each
            other.
          </p>
        </li>
        <li>
          <DeclineButton {...props} label="Decline" className="w-full" />
          <p className="mt-2 text-sm text-muted">
            You don’t have to give a reason. We tell {name} only that it isn’t going ahead.
          </p>
        </li>
      </ul>
    </div>
  )
}

interface DeclineProps extends AnswerProps {
  label?: string
  className?: string
}

/** Says no, once it is confirmed: that can't be taken back. */
export function DeclineButton(props: DeclineProps) {
  const { match, link, label = 'I Don’t Want This Introduction', className } = props
  const [isOpen, setIsOpen] = useState(false)
  const formId = useId()
  const { field, ...refusal } = useAnswer(props, 'declined')
  return (
    <>
      <Button variant="secondary" className={className} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Decline This Introduction?"
        warning={`You don’t have to give a reason. We tell ${match.other.firstName} only that it isn’t going ahead. You can’t take this back.`}
        footer={
          <>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="danger"
              pending={refusal.form.formState.isSubmitting}
            >
              Decline
            </Button>
          </>
        }
      >
        <Form {...refusal} id={formId} isLive>
          {link ? <PhoneEndField {...field('phoneEnd')} /> : null}
        </Form>
      </Dialog>
    </>
  )
}
