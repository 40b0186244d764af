import { useQuery } from '@tanstack/react-query'
import { composeRequest } from '@shared/mail'
import { templatesQuery } from '@/features/mail/api'
import { TemplateOptions } from '@/features/mail/template-options'
import { submitHandler, useZodForm } from '@/lib/form'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { TextareaField, TextField } from '@/ui/form-fields'
import { Select } from '@/ui/input'

interface Mail {
  subject: string
  body: string
}

interface EmailManyDialogProps {
  /** '12 users'. */
  chosen: string
  onClose: () => void
  onSend: (mail: Mail) => Promise<void>
}

const mailSchema = composeRequest.omit({ to: true })

/** One text; each person gets an email of their own. */
export function EmailManyDialog({ chosen, onClose, onSend }: EmailManyDialogProps) {
  const form = useZodForm(
    mailSchema,
    { subject: '', body: '' },
    { name: 'email-many', isOfAddress: true },
  )
  const { data: templates = [] } = useQuery(templatesQuery)
  const handleSubmit = submitHandler(form, onSend, { failure: 'Nothing was started' })

  function fill(id: string) {
    const template = templates.find((one) => one.id === id)
    if (!template) return
    form.setValue('subject', template.subject)
    form.setValue('body', template.body)
  }

  return (
    <FormDialog
      form={form}
      label="Write Email"
      onSubmit={handleSubmit}
      size="lg"
      title={`Write to ${chosen}`}
      submitLabel="Send Email"
      discardQuestion="Discard this email?"
      onClose={onClose}
    >
      <Field label="Template" optional>
        {(aria) => (
          <Select {...aria} defaultValue="" onChange={(event) => fill(event.target.value)}>
            <TemplateOptions templates={templates} />
          </Select>
        )}
      </Field>
      <TextField control={form.control} name="subject" label="Subject" />
      <TextareaField
        control={form.control}
        name="body"
        label="Message"
        rows={8}
        hint="{{firstName}}, {{lastName}}, and {{email}} are filled in for each person."
      />
    </FormDialog>
  )
}
