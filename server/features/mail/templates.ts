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
import { orNotFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { defaultTemplates } from './default-templates'
import { defangName } from './plain-text'

export async function listTemplates(db: Queryable): Promise<EmailTemplate[]> {
  const edited = new Map((await db.select().from(emailTemplates)).map((row) => [row.id, row]))
  return templateIds.map((id) => {
    const { name, subject, body } = { ...defaultTemplates[id], ...edited.get(id) }
    return { id, name, subject, body, isEdited: edited.has(id) }
  })
}

const getTemplate = async (db: Queryable, id: TemplateId) =>
  orNotFound((await listTemplates(db)).find((one) => one.id === id))

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
