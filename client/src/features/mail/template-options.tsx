import { canCompose, type EmailTemplate } from '@shared/mail'

export const TemplateOptions = ({ templates }: { templates: readonly EmailTemplate[] }) => (
  <>
    <option value="">No template</option>
    {templates
      .filter(({ id }) => canCompose(id))
      .map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
  </>
)
