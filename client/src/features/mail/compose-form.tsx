import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ComponentType, useDeferredValue } from 'react'
import { useWatch, type FieldErrors } from 'react-hook-form'
import { Link } from 'wouter'
import {
  canCompose,
  composeRequest,
  placeholdersIn,
  unwantedMail,
  type ComposeRequest,
  type EmailTemplate,
  type ListedMail,
  type MailWish,
} from '@shared/mail'
import { describeMisfit } from '@shared/template-fit'
import { z } from '@shared/zod'
import { fieldsOf, submitHandler, useZodForm } from '@/lib/form'
import { post } from '@/lib/http'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast-store'
import { useSend } from '@/lib/use-send'
import { useUndo } from '@/lib/use-undo'
import { Field } from '@/ui/field'
import { Form, SubmitButton } from '@/ui/form'
import { EmailField, TextareaField, TextField } from '@/ui/form-fields'
import { Select } from '@/ui/input'
import { Notice } from '@/ui/notice'
import { MailPreview, mailWishQuery, outboxPath, templateOptions } from './api'

const address = z.string().trim().min(1, { error: 'Please enter a recipient email address' })
const draftSchema = composeRequest.extend({ to: address.pipe(composeRequest.shape.to) })
const emptyDraft: ComposeRequest = { to: '', subject: '', body: '', template: undefined }

/** A mail that is being written to someone, or to no one yet; it outlives its tab. */
export function useMailDraft(recipient: string, { isFixed = false } = {}) {
  const kept = { name: 'email', of: recipient }
  // On the page, the recipient may have been changed.
  const keptOf = isFixed ? { ...kept, never: { to: true } as const } : kept
  return useZodForm(draftSchema, { ...emptyDraft, to: recipient }, keptOf)
}
type Draft = ReturnType<typeof useMailDraft>

export function fillDraft(draft: Draft, { id, subject, body }: EmailTemplate): void {
  const shouldValidate = draft.formState.isSubmitted
  draft.setValue('template', canCompose(id) ? id : undefined)
  draft.setValue('subject', subject, { shouldValidate })
  draft.setValue('body', body, { shouldValidate })
}

interface ComposeFormProps {
  draft: Draft
  templates: EmailTemplate[]
  /** Without one nothing can be sent; a draft can be written all the same. */
  hasSender: boolean
  /** A `datalist` of the people that a part of a name finds, and its id. Without it the recipient stays. */
  suggestions?: { id: string; List: ComponentType<{ typed: string }> }
  onDone?: () => void
}

export function ComposeForm(props: ComposeFormProps) {
  const { draft, templates, hasSender, suggestions, onDone } = props
  const field = fieldsOf(draft)
  const { sayDone } = useUndo()
  const sending = useSend(sendMail, { refreshes: [outboxPath, '/api/admin/users/'] })
  const [typed, subject, body] = useWatch({
    control: draft.control,
    name: ['to', 'subject', 'body'],
  })
  const to = useDeferredValue(typed)
  const wish = useRecipientWish(to)
  const begunAs = useWatch({ control: draft.control, name: 'template' })
  const template = templates.find(({ id }) => id === begunAs)
  const misfit = wish && template ? describeMisfit(template, wish) : null

  const handleSubmit = submitHandler(
    draft,
    async (mail) => {
      if (!hasSender) throw new Error('No mail sender is configured.')
      const before = JSON.stringify(draft.getValues())
      const { id } = await sending.mutateAsync(mail)
      // Another draft may have been begun from a template since.
      if (JSON.stringify(draft.getValues()) === before) draft.reset(emptyDraft)
      sayDone(`emails/${id}`, 'Email queued', `It goes to ${mail.to} in a minute.`)
      onDone?.()
    },
    {
      failure: 'Failed to send email',
      fallback: 'Please try again',
      alsoToast: true,
      onInvalid: (errors) => toastFirstMissing(draft.getValues(), errors),
    },
  )

  return (
    <Form
      form={draft}
      label="Send Email"
      onSubmit={handleSubmit}
      actions={
        <SubmitButton
          icon={<Send />}
          lockedBy={
            !hasSender
              ? 'no-sender'
              : (wish?.emails === 'withdrawn' || misfit !== null) && 'recipient-wish'
          }
        >
          Send Email
        </SubmitButton>
      }
    >
      <TemplatePicker draft={draft} templates={templates} />
      <EmailField
        {...field('to')}
        label="Recipient Email"
        fill="not-own"
        {...(suggestions
          ? { list: suggestions.id, placeholder: 'An email, or a part of a name' }
          : { readOnly: true })}
      />
      {suggestions ? <suggestions.List typed={to} /> : null}
      <RecipientWish wish={wish} misfit={misfit} />
      <TextField {...field('subject')} label="Subject" maxLength={200} />
      <TextareaField
        {...field('body')}
        label="Message"
        hint="Placeholders such as {{firstName}} are filled in for a recipient who has an account."
        rows={12}
      />
      {wish && placeholdersIn(subject + body).length > 0 ? (
        <MailPreview subject={subject} body={body} values={wish.values} />
      ) : null}
    </Form>
  )
}

const sendMail = (mail: ComposeRequest) =>
  post<ListedMail>(outboxPath, { ...mail, isHeld: true } satisfies ComposeRequest, {
    undo: ({ id }) => ({
      path: `emails/${id}`,
      name: `Email to ${mail.to}`,
      where: window.location.pathname,
      tellsSomeone: false,
    }),
  })

/** The banner that `lockedBy` names. */
export const UnconfiguredBanner = () => (
  <Notice
    tone="warning"
    title={<span id="no-sender">Email service not configured</span>}
    className="mb-6"
  >
    An email service key, such as a SendGrid API key or a mailbox’s app password, must be configured
    before the portal can send email. Enter it under{' '}
    <Link href={paths.adminSettings} className="link">
      Settings
    </Link>
    . Until then, you can write a draft here but can’t send it.
  </Notice>
)

function useRecipientWish(to: string): MailWish | undefined {
  const parsed = composeRequest.shape.to.safeParse(to)
  const { data } = useQuery({
    ...mailWishQuery(parsed.success ? parsed.data : ''),
    enabled: parsed.success,
  })
  return parsed.success ? data : undefined
}

/** The portal refuses to send what someone does not want; of the others it only says so. */
function RecipientWish({ wish, misfit }: { wish: MailWish | undefined; misfit: string | null }) {
  return (
    <div id="recipient-wish" className="grid gap-3 empty:hidden">
      {misfit ? (
        <Notice isNews tone="danger" title={misfit}>
          Choose another template, or “No template” for words of your own.
        </Notice>
      ) : null}
      {wish?.name && wish.emails === 'withdrawn' ? (
        <Notice isNews tone="danger" title={unwantedMail(wish.name)}>
          They withdrew their consent, so this email can’t be sent. They still get decisions,
          security notices, and replies to their messages.
        </Notice>
      ) : null}
      {wish?.name && wish.emails === 'unasked' ? (
        <Notice isNews title={`${wish.name} hasn’t agreed to emails from us.`}>
          Send only what their application needs.
        </Notice>
      ) : null}
    </div>
  )
}

function TemplatePicker({ draft, templates }: Pick<ComposeFormProps, 'draft' | 'templates'>) {
  const picked = useWatch({ control: draft.control, name: 'template' })

  function handlePick(id: string) {
    const template = templates.find((listed) => listed.id === id)
    if (template) fillDraft(draft, template)
    else draft.setValue('template', undefined)
  }

  return (
    <Field label="Template" optional>
      {(aria) => (
        <Select
          {...aria}
          value={picked ?? ''}
          onChange={(event) => handlePick(event.target.value)}
          options={templateOptions(templates)}
        />
      )}
    </Field>
  )
}

const missing = [
  { field: 'to', title: 'Email recipient required' },
  { field: 'subject', title: 'Subject required' },
  { field: 'body', title: 'Email body required' },
] as const

/** Toasts the first empty field; others show their own error. */
function toastFirstMissing(draft: ComposeRequest, errors: FieldErrors<ComposeRequest>): void {
  const first = missing.find(({ field }) => errors[field])
  if (!first || draft[first.field].trim() !== '') return
  const description = errors[first.field]?.message ?? ''
  toast({ title: first.title, description, variant: 'destructive' })
}
