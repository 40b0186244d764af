import { messageRequest } from '@shared/messages'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { Form, WideSubmitButton } from '@/ui/form'
import { EmailField, TextareaField, TextField } from '@/ui/form-fields'
import { Honeypot } from './public-form'

export interface SentMessage {
  email: string
  subject: string
}

const empty = { name: '', email: '', subject: '', message: '', website: '' }

export function MessageForm({ onSent }: { onSent: (sent: SentMessage) => void }) {
  const submission = useSubmitForm({
    schema: messageRequest,
    defaultValues: empty,
    kept: { name: 'message', of: null, never: { website: true } },
    send: async (values) => {
      await post('/api/messages', { ...values, name: values.name || undefined })
      return { email: values.email, subject: values.subject }
    },
    failure: 'Your message was not sent',
    onDone: onSent,
  })
  const { form, field } = submission

  return (
    <Form
      {...submission}
      label="Contact Us"
      actions={<WideSubmitButton>Send Message</WideSubmitButton>}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('name')} label="Name" optional />
        <EmailField {...field('email')} label="Email" />
      </div>
      <TextField {...field('subject')} label="Subject" placeholder="What can we help you with?" />
      <TextareaField
        {...field('message')}
        label="Message"
        hint="Please leave out passwords and account numbers."
        rows={6}
        placeholder="Describe your issue or question in detail..."
      />
      <Honeypot registration={form.register('website')} />
    </Form>
  )
}
