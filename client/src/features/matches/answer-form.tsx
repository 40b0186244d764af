import { useState } from 'react'
import { linkAnswerRequest } from '@shared/matches'
import { z } from '@shared/zod'
import { fieldsOf, showServerErrors, useZodForm } from '@/lib/form'
import { getErrorMessage } from '@/lib/http'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { type IntroductionProps, PhoneEndField } from './introduction-step'

const { phoneEnd } = linkAnswerRequest.shape
const partnerSchema = z.object({ phoneEnd: z.string() })
const linkSchema = z.object({ phoneEnd })

type AnswerProps = Pick<IntroductionProps, 'match' | 'calls' | 'link'>

type Answer = 'accepted' | 'declined'

/** One answer by whichever of the two it is, with what proves them where a link led here. */
function useAnswer({ match, calls, link }: AnswerProps) {
  const form = useZodForm(link ? linkSchema : partnerSchema, { phoneEnd: '' }, 'nothing')
  const [sending, setSending] = useState<Answer | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const give = (answer: Answer) =>
    form.handleSubmit(async ({ phoneEnd: digits }) => {
      setSending(answer)
      setRefusal(null)
      try {
        await calls.answer({
          basedOn: match.basedOn,
          answer,
          ...(link && { phoneEnd: digits }),
        })
      } catch (error) {
        const reason = getErrorMessage(error, 'Please try again.')
        if (!showServerErrors(form, error).includes(reason)) setRefusal(reason)
      } finally {
        setSending(null)
      }
    })()
  return { field: fieldsOf(form), sending, refusal, give }
}

/** After the meeting: go on together, or not. Neither learns the other's answer, only the outcome. */
export function AnswerForm(props: AnswerProps) {
  const { match, link } = props
  const { field, sending, refusal, give } = useAnswer(props)
  const name = match.other.firstName
  return (
    <div className="grid gap-5">
      <Refusal reason={refusal} />
      {link ? <PhoneEndField {...field('phoneEnd')} /> : null}
      <ul className="grid gap-5 sm:grid-cols-2">
        <li>
          <Button
            className="w-full"
            pending={sending === 'accepted'}
            disabled={sending !== null}
            aria-describedby="accept-means"
            onClick={() => void give('accepted')}
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
  const { field, sending, refusal, give } = useAnswer(props)
  return (
    <>
      <Button variant="secondary" className={className} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Decline This Introduction?"
        footer={
          <>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              Keep It
            </Button>
            <Button
              variant="danger"
              pending={sending !== null}
              onClick={() => void give('declined')}
            >
              Decline
            </Button>
          </>
        }
      >
        <div className="grid gap-5">
          <Refusal reason={refusal} />
          <p>
            You don’t have to give a reason. We tell {match.other.firstName} only that it isn’t
            going ahead. You can’t take this back.
          </p>
          {link ? <PhoneEndField {...field('phoneEnd')} /> : null}
        </div>
      </Dialog>
    </>
  )
}

const Refusal = ({ reason }: { reason: string | null }) =>
  reason === null ? null : (
    <Notice tone="danger" role="alert" title="Your answer was not sent">
      {reason}
    </Notice>
  )
