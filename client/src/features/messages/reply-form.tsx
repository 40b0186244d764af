import { useEffect, useRef } from 'react'
import { replyRequest } from '@shared/mail'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { toast } from '@/ui/toast'
import type { InboxItem, useReply } from './inbox-api'

interface ReplyFormProps {
  /** Of the form, for the button that sends it. */
  id: string
  item: InboxItem
  sending: ReturnType<typeof useReply>
  onType: (text: string) => void
  onSent: () => void
}

/** An answer that the portal sends itself. */
export function ReplyForm({ id, item, sending, onType, onSent }: ReplyFormProps) {
  const form = useZodForm(replyRequest, { body: '' })
  const element = useRef<HTMLFormElement>(null)
  const { setFocus } = form
  useEffect(() => {
    setFocus('body')
  }, [setFocus])
  // All of it, below a message that fills the panel. Once: whoever writes may look up at the message.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const field = form.register('body', { onChange: () => onType(form.getValues('body')) })

  const handleSubmit = form.handleSubmit(async ({ body }) => {
    try {
      await sending.mutateAsync({ id: item.id, body })
      toast({ title: 'Reply queued', description: `It leaves for ${item.email} in a moment.` })
      onSent()
    } catch (error) {
      showServerErrors(form, error)
      toast({
        title: 'Failed to send email',
        description: messageOf(error, 'Please try again'),
        variant: 'destructive',
      })
    }
  })

  return (
    <form
      id={id}
      ref={element}
      onSubmit={handleSubmit}
      noValidate
      aria-label="Reply"
      className="mt-8 scroll-mb-6 border-t pt-6"
    >
      <fieldset disabled={sending.isPending}>
        <Field
          label={
            <>
              Reply to <span className="wrap-anywhere">{item.email}</span>
            </>
          }
          hint="Sending it marks this as done."
          error={form.formState.errors.body?.message}
        >
          {(aria) => <Textarea {...aria} {...field} rows={8} />}
        </Field>
      </fieldset>
    </form>
  )
}
