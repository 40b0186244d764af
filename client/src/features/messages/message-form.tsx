import { messageRequest } from '@shared/messages'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { EmailInput, Input, Textarea } from '@/ui/input'
import { Notice } from '@/ui/notice'
import { useSendMessage } from './api'
import { Honeypot } from './honeypot'

export interface SentMessage {
  email: string
  subject: string
}

const empty = { name: '', email: '', subject: '', message: '', website: '' }

/** The support form. What was typed stays until the server has it. */
export function MessageForm({ onSent }: { onSent: (sent: SentMessage) => void }) {
  const form = useZodForm(messageRequest, empty)
  const sending = useSendMessage()
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async (values) => {
    try {
      await sending.mutateAsync({ ...values, name: values.name || undefined })
      onSent({ email: values.email, subject: values.subject })
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form onSubmit={handleSubmit} noValidate aria-label="Contact Us">
      <fieldset disabled={sending.isPending} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" optional error={errors.name?.message}>
            {(aria) => <Input {...aria} {...form.register('name')} autoComplete="name" />}
          </Field>
          <Field label="Email" error={errors.email?.message}>
            {(aria) => (
              <EmailInput
                {...aria}
                {...form.register('email')}

                autoComplete="email"
              />
            )}
          </Field>
        </div>
        <Field label="Subject" error={errors.subject?.message}>
          {(aria) => (
            <Input
              {...aria}
              {...form.register('subject')}
              placeholder="What can we help you with?"
            />
          )}
        </Field>
        <Field
          label="Message"
          hint="Please leave out passwords and account numbers."
          error={errors.message?.message}
        >
          {(aria) => (
            <Textarea
              {...aria}
              {...form.register('message')}
              rows={6}
              placeholder="Describe your issue or question in detail..."
            />
          )}
        </Field>
        <Honeypot registration={form.register('website')} />
      </fieldset>
      {sending.isError ? (
        <Notice tone="danger" role="alert" title="Your message was not sent" className="mt-5">
          {messageOf(sending.error, 'Please try again.')}
        </Notice>
      ) : null}
      <Button type="submit" size="lg" pending={sending.isPending} className="mt-6 w-full sm:w-auto">
        Send Message
      </Button>
    </form>
  )
}
