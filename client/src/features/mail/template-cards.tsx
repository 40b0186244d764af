import { Pencil, RotateCcw } from 'lucide-react'
import { canCompose, type EmailTemplate } from '@shared/mail'
import { toastError } from '@/lib/toast-error'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { toast } from '@/lib/toast-store'
import { useResetTemplate } from './api'

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

function ResetButton({ template }: { template: EmailTemplate }) {
  const reset = useResetTemplate()

  async function handleClick() {
    const question = `Are you sure you want to reset the template ${template.name}? Your changes will be lost.`
    if (!window.confirm(question)) return
    try {
      await reset.mutateAsync(template.id)
      toast({ title: 'Template reset' })
    } catch (error) {
      toastError('Failed to reset template', error)
    }
  }

  return (
    <Button
      variant="secondary"
      icon={<RotateCcw />}
      pending={reset.isPending}
      aria-label={`Reset ${template.name}`}
      onClick={() => void handleClick()}
    >
      Reset
    </Button>
  )
}
