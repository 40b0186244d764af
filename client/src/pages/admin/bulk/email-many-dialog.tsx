import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { canCompose, composeRequest, type ComposeRequest } from '@shared/mail'
import { templatesQuery, templateOptions } from '@/features/mail/api'
import { useSubmitForm } from '@/lib/form'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { TextareaField, TextField } from '@/ui/form-fields'
import { Select } from '@/ui/input'

type Mail = Omit<ComposeRequest, 'to'>

interface EmailManyDialogProps {
  /** '12 users'. */
  chosen: string
  onClose: () => void
  onSend: (mail: Mail) => Promise<void>
}

const mailSchema = composeRequest.omit({ to: true })

/** One text; each person gets an email of their own. */
export function EmailManyDialog({ chosen, onClose, onSend }: EmailManyDialogProps) {
  const submission = useSubmitForm({
    schema: mailSchema,
    defaultValues: { subject: '', body: '', template: undefined },
    kept: { name: 'email-many', of: window.location.search },
    send: onSend,
    failure: 'Nothing was started',
  })
  const { form, field } = submission
  const begunAs = useWatch({ control: form.control, name: 'template' })
  const { data: templates = [] } = useQuery(templatesQuery)

  function fill(id: string) {
    const template = templates.find((one) => one.id === id)
    form.setValue('template', template && canCompose(template.id) ? template.id : undefined)
    if (!template) return
    form.setValue('subject', template.subject)
    form.setValue('body', template.body)
  }

  return (
    <FormDialog
      {...submission}
      label="Write Email"
      size="lg"
      title={`Write to ${chosen}`}
      submitLabel="Send Email"
      discardQuestion="Discard this email?"
      onClose={onClose}
    >
      <Field
        label="Template"
        optional
        hint={begunAs && 'It goes only to people whose application it fits.'}
      >
        {(aria) => (
          <Select
            {...aria}
            value={begunAs ?? ''}
            onChange={(event) => fill(event.target.value)}
            options={templateOptions(templates)}
          />
        )}
      </Field>
      <TextField {...field('subject')} label="Subject" />
      <TextareaField
        {...field('body')}
        label="Message"
        rows={8}
        hint="{{firstName}}, {{lastName}}, and {{email}} are filled in for each person."
      />
    </FormDialog>
  )
}
