import { useWatch } from 'react-hook-form'
import {
  fillPlaceholders,
  placeholdersOf,
  templateChangeOf,
  type EmailTemplate,
} from '@shared/mail'
import { useSubmitForm } from '@/lib/form'
import { patch } from '@/lib/http'
import { FormDialog } from '@/ui/form-dialog'
import { TextareaField, TextField } from '@/ui/form-fields'
import { templatesPath } from './api'

interface TemplateEditorProps {
  template: EmailTemplate
  onClose: () => void
}

/** Subject and text of a template, with what a reader would see while they are typed. */
export function TemplateEditor({ template, onClose }: TemplateEditorProps) {
  const placeholders = placeholdersOf(template.id)
  const names = Object.keys(placeholders).map((name) => `{{${name}}}`)
  const hint = `You can use ${names.join(', ')}.`
  const submission = useSubmitForm(
    templateChangeOf(template.id),
    { subject: template.subject, body: template.body },
    { name: 'template', of: template.id },
    {
      send: (change) => patch(`${templatesPath}/${template.id}`, change),
      refreshes: [templatesPath],
      done: 'Template saved',
      failure: 'Failed to save template',
      onDone: onClose,
    },
  )
  const { control } = submission.form
  const [subject, body] = useWatch({ control, name: ['subject', 'body'] })

  return (
    <FormDialog
      {...submission}
      size="lg"
      title={`Edit ${template.name}`}
      submitLabel="Save Template"
      discardQuestion="Discard your changes?"
      onClose={onClose}
    >
      <TextField control={control} name="subject" label="Subject" />
      <TextareaField control={control} name="body" label="Message" hint={hint} rows={12} />
      <section aria-label="Preview" className="rounded-lg border bg-paper p-4 md:p-5">
        <p className="text-sm text-muted">Preview</p>
        <p className="mt-1 wrap-anywhere font-medium">{fillPlaceholders(subject, placeholders)}</p>
        <p className="mt-3 wrap-anywhere whitespace-pre-wrap">
          {fillPlaceholders(body, placeholders)}
        </p>
      </section>
    </FormDialog>
  )
}
