import { Send } from 'lucide-react'
import type { SyntheticEvent } from 'react'
import type { ComposeRequest, EmailTemplate } from '@shared/mail'
import { HttpError, messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { EmailInput, Input, Select, Textarea } from '@/ui/input'
import { toast } from '@/ui/toast'
import { useComposeMail } from './api'

interface ComposeFormProps {
  draft: ComposeRequest
  templates: EmailTemplate[]
  /** Without one nothing can be sent; a draft can be written all the same. */
  hasSender: boolean
  onChange: (draft: ComposeRequest) => void
  /** With what was sent: another draft may have been begun meanwhile, from a template. */
  onSent: (sent: ComposeRequest) => void
}

export function ComposeForm(props: ComposeFormProps) {
  const { draft, templates, hasSender, onChange, onSent } = props
  const sending = useComposeMail()
  const refused = refusedFields(sending.error)

  function set(change: Partial<ComposeRequest>) {
    if (sending.isError) sending.reset()
    onChange({ ...draft, ...change })
  }

  const picked = templates.find(
    ({ subject, body }) => subject === draft.subject && body === draft.body,
  )

  function handlePick(id: string) {
    const template = templates.find((one) => one.id === id)
    if (template) set({ subject: template.subject, body: template.body })
  }

  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (sending.isPending) return
    const missing = findMissing(draft)
    if (missing) {
      const { field, title, description } = missing
      toast({ title, description, variant: 'destructive' })
      focusField(form, field)
      return
    }
    try {
      if (!hasSender) throw new Error('No mail sender is configured.')
      await sending.mutateAsync(draft)
      onSent(draft)
      toast({ title: 'Email queued', description: `It leaves for ${draft.to} in a moment.` })
    } catch (error) {
      toast({
        title: 'Failed to send email',
        description: messageOf(error, 'Please try again'),
        variant: 'destructive',
      })
      const [field] = Object.keys(refusedFields(error))
      // Once the fields are enabled again.
      setTimeout(() => focusField(form, field))
    }
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate aria-label="Send Email">
      <fieldset disabled={sending.isPending} className="grid gap-5">
        <Field label="Template" optional>
          {(aria) => (
            <Select
              {...aria}
              value={picked?.id ?? ''}
              onChange={(event) => handlePick(event.target.value)}
            >
              <option value="">No template</option>
              {templates.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Recipient Email" error={refused['to']}>
          {(aria) => (
            <EmailInput
              {...aria}
              name="to"
              autoComplete="off"
              value={draft.to}
              onChange={(event) => set({ to: event.target.value })}
            />
          )}
        </Field>
        <Field label="Subject" error={refused['subject']}>
          {(aria) => (
            <Input
              {...aria}
              name="subject"
              value={draft.subject}
              maxLength={200}
              onChange={(event) => set({ subject: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Message"
          hint="Placeholders such as {{firstName}} are filled in for a recipient who has an account."
          error={refused['body']}
        >
          {(aria) => (
            <Textarea
              {...aria}
              name="body"
              rows={12}
              value={draft.body}
              onChange={(event) => set({ body: event.target.value })}
            />
          )}
        </Field>
      </fieldset>
      <Button
        type="submit"
        icon={<Send />}
        className="mt-6"
        disabled={!hasSender}
        pending={sending.isPending}
      >
        Send Email
      </Button>
    </form>
  )
}

/** The first thing that is missing, in the order of the form. */
function findMissing({ to, subject, body }: ComposeRequest) {
  if (!to.trim()) {
    return {
      field: 'to',
      title: 'Email recipient required',
      description: 'Please enter a recipient email address',
    }
  }
  if (!subject.trim()) {
    return {
      field: 'subject',
      title: 'Subject required',
      description: 'Please enter an email subject',
    }
  }
  if (!body.trim()) {
    return {
      field: 'body',
      title: 'Email body required',
      description: 'Please enter an email body',
    }
  }
  return null
}

/** What the server has against single fields. */
const refusedFields = (error: unknown): Partial<Record<string, string>> =>
  error instanceof HttpError ? (error.data?.errors ?? {}) : {}

function focusField(form: HTMLFormElement, name = ''): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
