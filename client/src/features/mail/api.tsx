import {
  canCompose,
  fillPlaceholders,
  type EmailSettings,
  type EmailSettingsRequest,
  type EmailTemplate,
  type ListedMail,
  type MailText,
  type MailWish,
} from '@shared/mail'
import { post } from '@/lib/http'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { pathQuery } from '@/lib/query-client'

export const settingsPath = '/api/admin/settings/email'
export const templatesPath = '/api/admin/email-templates'
export const outboxPath = '/api/admin/emails'

export const settingsQuery = pathQuery<EmailSettings>(settingsPath)
export const templatesQuery = pathQuery<EmailTemplate[]>(templatesPath)
export const mailWishQuery = (email: string) =>
  pathQuery<MailWish>(withQuery(`${outboxPath}/recipient`, { email }), { fresh: true })

/** One page of the outbox, refetched whenever it is opened: mails move by themselves. */
export const outboxQuery = (query: PageRequest) =>
  pageQuery<ListedMail>(outboxPath, query, { fresh: true })

export const mailTextQuery = (id: number) => pathQuery<MailText>(`${outboxPath}/${id}/text`)

/** Saves the mailbox; the inbox and the login page ask whether the portal can send mail. */
export const settingsSaving = {
  send: (settings: EmailSettingsRequest) => post<EmailSettings>(settingsPath, settings),
  sets: [settingsPath],
  refreshes: ['/api/mail-status'],
}

interface MailPreviewProps {
  subject: string
  body: string
  values: Record<string, string>
}

/** A mail as its reader gets it. */
export const MailPreview = ({ subject, body, values }: MailPreviewProps) => (
  <section aria-label="Preview" className="rounded-lg border bg-paper p-4 md:p-5">
    <p className="text-sm text-muted">Preview</p>
    <p className="mt-1 wrap-anywhere font-medium">{fillPlaceholders(subject, values)}</p>
    <p className="mt-3 wrap-anywhere whitespace-pre-wrap">{fillPlaceholders(body, values)}</p>
  </section>
)

export const templateOptions = (templates: readonly EmailTemplate[]) => [
  { value: '', label: 'No template' },
  ...templates
    .filter(({ id }) => canCompose(id))
    .map(({ id, name }) => ({ value: id, label: name })),
]
