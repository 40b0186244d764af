import { useEffect } from 'react'
import { replyRequest } from '@shared/mail'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { Form } from '@/ui/form'
import { TextareaField } from '@/ui/form-fields'
import type { InboxItem, useReply } from './inbox-api'

export const useReplyForm = (item: InboxItem) =>
  useZodForm(replyRequest, { body: '' }, { name: `reply-${item.kind}`, of: item.id })

interface ReplyFormProps {
  /** Of the form, for the button that sends it. */
  id: string
  form: ReturnType<typeof useReplyForm>
  item: InboxItem
  sending: ReturnType<typeof useReply>
  onSent: () => void
}

/** An answer that the portal sends itself. */
export function ReplyForm({ id, form, item, sending, onSent }: ReplyFormProps) {
  const { control, setFocus } = form
  useEffect(() => {
    setFocus('body')
  }, [setFocus])
  // All of it, below a message that fills the panel. Once: the writer may look up at the message.
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])

  const handleSubmit = submitHandler(
    form,
    async ({ body }) => {
      await sending.mutateAsync({ id: item.id, body })
      toast({ title: 'Reply queued', description: `It will be sent to ${item.email} shortly.` })
      onSent()
    },
    { failure: 'Failed to send email', fallback: 'Please try again', alsoToast: true },
  )

  return (
    <Form
      id={id}
      form={form}
      label="Reply"
      onSubmit={handleSubmit}
      className="mt-8 scroll-mb-6 border-t pt-6"
    >
      <TextareaField
        control={control}
        name="body"
        label={
          <>
            Reply to <span className="wrap-anywhere">{item.email}</span>
          </>
        }
        hint="Sending your reply marks this as done."
        rows={8}
      />
    </Form>
  )
}
