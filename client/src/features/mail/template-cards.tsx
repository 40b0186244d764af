import { Pencil, RotateCcw } from 'lucide-react'
import { canCompose, type EmailTemplate } from '@shared/mail'
import { del } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/action-button'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { templatesPath } from './api'

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
