import { useEffect } from 'react'
import { replyRequest } from '@shared/mail'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { toast } from '@/ui/toast'
import { useReply, type InboxItem } from './inbox-api'

/** An answer that the portal sends itself. */
export function ReplyForm({ item, onSent }: { item: InboxItem; onSent: () => void }) {
  const form = useZodForm(replyRequest, { body: '' })
  const sending = useReply(item.kind)
  const { setFocus } = form
  useEffect(() => setFocus('body'), [setFocus])

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
    <form onSubmit={handleSubmit} noValidate aria-label="Reply" className="mt-8 border-t pt-6">
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
          {(aria) => <Textarea {...aria} {...form.register('body')} rows={8} />}
        </Field>
      </fieldset>
      <Button type="submit" pending={sending.isPending} className="mt-5">
        Send Reply
      </Button>
    </form>
  )
}
