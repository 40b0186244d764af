import { useQuery } from '@tanstack/react-query'
import { Ban, RefreshCw, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { mailStatuses, type EmailTemplate, type ListedMail } from '@shared/mail'
import { outboxPath, outboxQuery, settingsQuery, templatesQuery } from '@/features/mail/api'
import { ComposeForm, fillDraft, useMailDraft } from '@/features/mail/compose-form'
import { TemplateCards, TemplateEditor } from '@/features/mail/template-cards'
import { formatDateTime } from '@/lib/format'
import { post } from '@/lib/http'
import { paths } from '@/lib/paths'
import { useAction } from '@/lib/use-action'
import { useAddress } from '@/lib/use-address'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmailText } from '@/ui/email-text'
import { Loaded, Skeleton, type LoadingQuery } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { ListPage } from '../list-page'
import { deliveryWords, outboxColumns } from '../outbox-columns'
import { PageTabs } from '../page-tabs'

/** Email in three tabs: writing, templates and the outbox. The address holds the tab; the draft outlives it. */
export function EmailPage() {
  const address = useAddress()
  // From a person's panel, the mail is to that person.
  const draft = useMailDraft(address.get('to'))
  const settings = useQuery(settingsQuery)
  const templates = useQuery(templatesQuery)
  const hasSender = Boolean(settings.data?.sender)

  function handleUse(template: EmailTemplate) {
    fillDraft(draft, template)
    address.set({ tab: '' })
  }

  // The banner above the rest comes with the settings; nothing moves when it does.
  if (settings.isPending) return <Skeleton className="h-96" />
  return (
    <>
      {settings.data && !hasSender ? <UnconfiguredBanner /> : null}
      <PageTabs
        label="Email Integration"
        shared={['to']}
        tabs={[
          {
            value: 'send',
            label: 'Send Email',
            content: (
              <Card
                className="max-w-3xl p-5 md:p-7"
                title="Send Email"
                description="Send an email from the portal’s mailbox."
              >
                <ComposeForm draft={draft} templates={templates.data ?? []} hasSender={hasSender} />
              </Card>
            ),
          },
          {
            value: 'templates',
            label: 'Email Templates',
            content: <Templates list={templates} onUse={handleUse} />,
          },
          { value: 'outbox', label: 'Outbox', content: <Outbox /> },
        ]}
      />
    </>
  )
}

function UnconfiguredBanner() {
  return (
    <Notice
      tone="warning"
      title={<span id="no-sender">Email service not configured</span>}
      className="mb-6"
    >
      An email service key, such as a SendGrid API key or a mailbox’s app password, must be
      configured before the portal can send email. Enter it under{' '}
      <Link href={paths.adminSettings} className="link">
        Settings
      </Link>
      . Until then, you can write a draft here but can’t send it.
    </Notice>
  )
}

function Templates(props: {
  list: LoadingQuery<EmailTemplate[]>
  onUse: (template: EmailTemplate) => void
}) {
  const [edited, setEdited] = useState<EmailTemplate | null>(null)
  return (
    <Loaded query={props.list} what="The templates" skeleton="h-96">
      {(templates) => (
        <div className="max-w-3xl">
          <p className="mb-6 text-muted">
            Once a mailbox is set up, the portal sends these automatically when someone applies, is
            approved, or is rejected. Decision emails wait one minute so you can undo. When you give
            a reason for rejecting someone, it’s added after the first paragraph.
          </p>
          <TemplateCards templates={templates} onUse={props.onUse} onEdit={setEdited} />
          {edited ? <TemplateEditor template={edited} onClose={() => setEdited(null)} /> : null}
        </div>
      )}
    </Loaded>
  )
}

/** Every mail the portal has to send or has sent, and the outcome. */
function Outbox() {
  const address = useListAddress({ statuses: mailStatuses })
  const { search, status, cursor } = address
  const list = useQuery(outboxQuery({ search, status, cursor }))
  const changing = useAction({
    send: ({ id, change }: { id: number; change: 'resend' | 'cancel' }) =>
      post<ListedMail>(`${outboxPath}/${id}/${change}`),
    refreshes: [outboxPath],
    done: (_mail, { change }) => (change === 'resend' ? 'Email queued' : 'Email canceled'),
    failure: 'Failed to change the email',
  })

  return (
    <ListPage
      address={address}
      list={list}
      nouns={{ singular: 'email', plural: 'emails' }}
      search={{
        label: 'Search by recipient or subject',
        statuses: mailStatuses,
        statusWords: deliveryWords,
        more: (
          <Button
            size="sm"
            variant="secondary"
            icon={<RefreshCw />}
            pending={list.isFetching}
            onClick={() => void list.refetch()}
          >
            Refresh
          </Button>
        ),
      }}
      emptyTexts={{
        noMatch: 'No emails match',
        noneYet: 'No emails yet',
        whatAppears:
          'Every email the portal sends appears here. You can cancel one that’s queued and resend one that failed.',
      }}
      caption="Outbox"
      columns={outboxColumns<ListedMail>({
        names: [
          {
            header: 'Subject',
            className: 'max-w-72',
            cell: ({ subject }) => <span className="wrap-anywhere font-medium">{subject}</span>,
          },
          {
            header: 'Recipient',
            className: 'max-w-56',
            cell: ({ recipient }) => <EmailText email={recipient} />,
          },
        ],
        describeNext: ({ nextAttemptAt, attempts }) =>
          nextAttemptAt && attempts > 0
            ? `Attempt ${attempts + 1} at ${formatDateTime(nextAttemptAt)}`
            : null,
        actions: (mail) => {
          if (mail.status !== 'queued' && !mail.canResend) return null
          const change = mail.status === 'queued' ? 'cancel' : 'resend'
          const label = change === 'cancel' ? 'Cancel' : 'Resend'
          return (
            <Button
              size="sm"
              variant="secondary"
              aria-label={`${label} “${mail.subject}” to ${mail.recipient}`}
              icon={change === 'cancel' ? <Ban /> : <RotateCw />}
              disabled={changing.sending?.id === mail.id}
              onClick={() => void changing.act({ id: mail.id, change })}
            >
              {label}
            </Button>
          )
        },
      })}
      density="dense"
    />
  )
}
