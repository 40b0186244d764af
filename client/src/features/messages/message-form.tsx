import { messageRequest } from '@shared/messages'
import { submitHandler, useZodForm } from '@/lib/form'
import { Form, SubmitButton } from '@/ui/form'
import { EmailField, TextareaField, TextField } from '@/ui/form-fields'
import { useSendMessage } from './api'
import { Honeypot } from './honeypot'

export interface SentMessage {
  email: string
  subject: string
}

const empty = { name: '', email: '', subject: '', message: '', website: '' }

/** The support form. What was typed stays until the server has it. */
export function MessageForm({ onSent }: { onSent: (sent: SentMessage) => void }) {
  const form = useZodForm(messageRequest, empty, {
    name: 'message',
    of: null,
    never: { website: true },
  })
  const { control } = form
  const sending = useSendMessage()

  const handleSubmit = submitHandler(
    form,
    async (values) => {
      await sending.mutateAsync({ ...values, name: values.name || undefined })
      onSent({ email: values.email, subject: values.subject })
    },
    { failure: 'Your message was not sent' },
  )

  return (
    <Form
      form={form}
      label="Contact Us"
      onSubmit={handleSubmit}
      actions={
        <SubmitButton size="lg" className="w-full sm:w-auto">
          Send Message
        </SubmitButton>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField control={control} name="name" label="Name" optional autoComplete="name" />
        <EmailField control={control} name="email" label="Email" autoComplete="email" />
      </div>
      <TextField
        control={control}
        name="subject"
        label="Subject"
        placeholder="What can we help you with?"
      />
      <TextareaField
        control={control}
        name="message"
        label="Message"
        hint="Please leave out passwords and account numbers."
        rows={6}
        placeholder="Describe your issue or question in detail..."
      />
      <Honeypot registration={form.register('website')} />
    </Form>
  )
}
