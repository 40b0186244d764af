import { eq } from 'drizzle-orm'
import {
  templateIds,
  type EmailTemplate,
  type Placeholder,
  type TemplateChange,
  type TemplateId,
} from '@shared/mail'
import type { Ctx } from '../../ctx'
import type { Queryable } from '../../db/client'
import { emailTemplates } from '../../db/schema/mail'
import type { Env } from '../../env'
import { recordEvent } from '../audit/record-event'
import { defaultTemplates } from './default-templates'
import { defangName } from './plain-text'
import { getEditedTemplate, listEditedTemplates } from './queries'

export async function listTemplates(db: Queryable): Promise<EmailTemplate[]> {
  const edited = new Map((await listEditedTemplates(db)).map((row) => [row.id, row]))
  return templateIds.map((id) => merge(id, edited.get(id) ?? null))
}

async function getTemplate(db: Queryable, id: TemplateId): Promise<EmailTemplate> {
  return merge(id, await getEditedTemplate(db, id))
}

function merge(id: TemplateId, edited: { subject: string; body: string } | null): EmailTemplate {
  const { name, subject, body } = defaultTemplates[id]
  return {
    id,
    name,
    subject: edited?.subject ?? subject,
    body: edited?.body ?? body,
    isEdited: edited !== null,
  }
}

export const commonValues = (env: Env) =>
  ({
    loginLink: `${env.publicOrigin}/login`,
    dashboardLink: `${env.publicOrigin}/dashboard`,
    accountLink: `${env.publicOrigin}/account#notifications`,
    disclosuresLink: `${env.publicOrigin}/disclosures`,
    supportEmail: env.brand.supportEmail,
    supportPhone: env.brand.supportPhone,
  }) satisfies Partial<Record<Placeholder, string>>

/** Values of one person; a name holds no link. */
export const personValues = (person: { firstName: string; lastName: string; email: string }) =>
  ({
    firstName: defangName(person.firstName),
    lastName: defangName(person.lastName),
    email: person.email,
  }) satisfies Partial<Record<Placeholder, string>>

export async function editTemplate(
  ctx: Ctx,
  id: TemplateId,
  { subject, body }: TemplateChange,
): Promise<EmailTemplate> {
  return ctx.tx(async ({ db: tx, by }) => {
    await tx
      .insert(emailTemplates)
      .values({ id, subject, body })
      .onConflictDoUpdate({
        target: emailTemplates.id,
        set: { subject, body, updatedAt: new Date() },
      })
    await recordEvent({ db: tx, by }, 'template.changed', `template:${id}`)
    return getTemplate(tx, id)
  })
}

/** Restores the default text. */
export async function resetTemplate(ctx: Ctx, id: TemplateId): Promise<EmailTemplate> {
  return ctx.tx(async ({ db: tx, by }) => {
    await tx.delete(emailTemplates).where(eq(emailTemplates.id, id))
    await recordEvent({ db: tx, by }, 'template.reset', `template:${id}`)
    return getTemplate(tx, id)
  })
}
