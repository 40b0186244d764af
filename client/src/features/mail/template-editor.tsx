import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { fillPlaceholders, placeholders, templateChange, type EmailTemplate } from '@shared/mail'
import { showServerErrors, useZodForm } from '@/lib/form'
import { messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { toast } from '@/ui/toast'
import { useEditTemplate } from './api'

interface TemplateEditorProps {
  template: EmailTemplate
  onClose: () => void
}

/** Subject and text of a template, with what a reader would see while they are typed. */
export function TemplateEditor({ template, onClose }: TemplateEditorProps) {
  const formId = useId()
  const saving = useEditTemplate(template.id)
  const form = useZodForm(templateChange, { subject: template.subject, body: template.body })
  const { errors } = form.formState
  const [subject, body] = useWatch({ control: form.control, name: ['subject', 'body'] })

  const handleSubmit = form.handleSubmit(async (change) => {
    try {
      await saving.mutateAsync(change)
      toast({ title: 'Template saved' })
      onClose()
    } catch (error) {
      showServerErrors(form, error)
      toast({
        title: 'Failed to save template',
        description: messageOf(error, 'Please try again'),
        variant: 'destructive',
      })
    }
  })

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
      <form id={formId} onSubmit={handleSubmit} noValidate>
        <fieldset disabled={saving.isPending} className="grid gap-5">
          <Field label="Subject" error={errors.subject?.message}>
            {(aria) => <Input {...aria} {...form.register('subject')} />}
          </Field>
          <Field
            label="Message"
            hint={`You can use ${Object.keys(placeholders)
              .map((name) => `{{${name}}}`)
              .join(', ')}.`}
            error={errors.body?.message}
          >
            {(aria) => <Textarea {...aria} {...form.register('body')} rows={12} />}
          </Field>
        </fieldset>
      </form>
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
