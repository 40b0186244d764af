import { Pencil, RotateCcw } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { canCompose, placeholdersOf, templateChangeOf, type EmailTemplate } from '@shared/mail'
import { useSubmitForm } from '@/lib/form'
import { del, patch } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { Badge } from '@/ui/badge'
import { ActionButton, Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { FormDialog } from '@/ui/form-dialog'
import { TextareaField, TextField } from '@/ui/form-fields'
import { MailPreview, templatesPath } from './api'

interface TemplateCardsProps {
  templates: EmailTemplate[]
  onUse: (template: EmailTemplate) => void
  onEdit: (template: EmailTemplate) => void
}

export function TemplateCards({ templates, onUse, onEdit }: TemplateCardsProps) {
  return (
    <ul className="grid gap-6">
      {templates.map((template) => (
        <TemplateCard key={template.id} template={template} onUse={onUse} onEdit={onEdit} />
      ))}
    </ul>
  )
}

function TemplateCard(props: Omit<TemplateCardsProps, 'templates'> & { template: EmailTemplate }) {
  const { template, onUse, onEdit } = props
  const { name, subject, body, isEdited } = template
  return (
    <Card
      as="li"
      title={name}
      description={<span className="wrap-anywhere">Subject: {subject}</span>}
      actions={isEdited ? <Badge>Edited</Badge> : null}
    >
      <p className="max-w-measure wrap-anywhere whitespace-pre-wrap">{body}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {canCompose(template.id) ? (
          <Button aria-label={`Use This Template: ${name}`} onClick={() => onUse(template)}>
            Use This Template
          </Button>
        ) : null}
        <Button
          variant="secondary"
          icon={<Pencil />}
          aria-label={`Edit ${name}`}
          onClick={() => onEdit(template)}
        >
          Edit
        </Button>
        {isEdited ? <ResetButton template={template} /> : null}
      </div>
    </Card>
  )
}

function ResetButton({ template: { id, name } }: { template: EmailTemplate }) {
  const reset = useAction({
    ask: `Are you sure you want to reset the template ${name}? Your changes will be lost.`,
    send: () => del(`${templatesPath}/${id}`),
    refreshes: [templatesPath],
    done: 'Template reset',
    failure: 'Failed to reset template',
  })
  return (
    <ActionButton
      action={reset}
      variant="secondary"
      icon={<RotateCcw />}
      aria-label={`Reset ${name}`}
    >
      Reset
    </ActionButton>
  )
}

interface TemplateEditorProps {
  template: EmailTemplate
  onClose: () => void
}

/** Subject and text of a template, with what a reader would see while they are typed. */
export function TemplateEditor({ template, onClose }: TemplateEditorProps) {
  const placeholders = placeholdersOf(template.id)
  const names = Object.keys(placeholders).map((name) => `{{${name}}}`)
  const hint = `You can use ${names.join(', ')}.`
  const submission = useSubmitForm({
    schema: templateChangeOf(template.id),
    defaultValues: { subject: template.subject, body: template.body },
    kept: { name: 'template', of: template.id },
    send: (change) => patch(`${templatesPath}/${template.id}`, change),
    refreshes: [templatesPath],
    done: 'Template saved',
    failure: 'Failed to save template',
    onDone: onClose,
  })
  const { form, field } = submission
  const [subject, body] = useWatch({ control: form.control, name: ['subject', 'body'] })

  return (
    <FormDialog
      {...submission}
      size="lg"
      title={`Edit ${template.name}`}
      submitLabel="Save Template"
      discardQuestion="Discard your changes?"
      onClose={onClose}
    >
      <TextField {...field('subject')} label="Subject" />
      <TextareaField {...field('body')} label="Message" hint={hint} rows={12} />
      <MailPreview subject={subject} body={body} values={placeholders} />
    </FormDialog>
  )
}
