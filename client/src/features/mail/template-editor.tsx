import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import {
  fillPlaceholders,
  placeholdersOf,
  templateChangeOf,
  type EmailTemplate,
} from '@shared/mail'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Form } from '@/ui/form'
import { TextareaField, TextField } from '@/ui/form-fields'
import { useEditTemplate } from './api'

interface TemplateEditorProps {
  template: EmailTemplate
  onClose: () => void
}

/** Subject and text of a template, with what a reader would see while they are typed. */
export function TemplateEditor({ template, onClose }: TemplateEditorProps) {
  const formId = useId()
  const saving = useEditTemplate(template.id)
  const placeholders = placeholdersOf(template.id)
  const names = Object.keys(placeholders).map((name) => `{{${name}}}`)
  const hint = `You can use ${names.join(', ')}.`
  const form = useZodForm(templateChangeOf(template.id), {
    subject: template.subject,
    body: template.body,
  })
  const { control } = form
  const [subject, body] = useWatch({ control, name: ['subject', 'body'] })

  const handleSubmit = submitHandler(
    form,
    async (change) => {
      await saving.mutateAsync(change)
      toast({ title: 'Template saved' })
      onClose()
    },
    { failure: 'Failed to save template' },
  )

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Edit ${template.name}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} pending={saving.isPending}>
            Save Template
          </Button>
        </>
      }
    >
      <Form id={formId} form={form} onSubmit={handleSubmit} isSending={saving.isPending}>
        <TextField control={control} name="subject" label="Subject" />
        <TextareaField control={control} name="body" label="Message" hint={hint} rows={12} />
      </Form>
      <section aria-label="Preview" className="mt-6 rounded-lg border bg-paper p-4 md:p-5">
        <p className="text-sm text-muted">Preview</p>
        <p className="mt-1 wrap-anywhere font-medium">{fillPlaceholders(subject, placeholders)}</p>
        <p className="mt-3 wrap-anywhere whitespace-pre-wrap">
          {fillPlaceholders(body, placeholders)}
        </p>
      </section>
    </Dialog>
  )
}
