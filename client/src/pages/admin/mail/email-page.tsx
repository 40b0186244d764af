import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EmailTemplate } from '@shared/mail'
import { settingsQuery, templatesQuery } from '@/features/mail/api'
import {
  ComposeForm,
  fillDraft,
  UnconfiguredBanner,
  useMailDraft,
} from '@/features/mail/compose-form'
import { TemplateCards, TemplateEditor } from '@/features/mail/template-cards'
import { usersQuery } from '@/features/users/api'
import { fullName } from '@/lib/format'
import { useAddress } from '@/lib/use-address'
import { Card } from '@/ui/card'
import { Loaded, Skeleton, type LoadingQuery } from '@/ui/loaded'
import { PageTabs } from '../page-tabs'
import { Outbox } from './outbox'

/** Email in three tabs: writing, templates and the outbox. The address holds the tab; the draft outlives it. */
export function EmailPage() {
  const address = useAddress()
  // Ctrl+K leads here with a recipient.
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
                <ComposeForm
                  draft={draft}
                  templates={templates.data ?? []}
                  hasSender={hasSender}
                  suggestions={{ id: 'people', List: People }}
                />
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

/** People to write to, by a part of their name. */
function People({ typed }: { typed: string }) {
  const { data } = useQuery({
    ...usersQuery({ search: typed.trim(), limit: '8', kind: 'any' }),
    enabled: typed.trim().length > 1,
  })
  return (
    <datalist id="people">
      {data?.rows.map((user) => (
        <option key={user.id} value={user.email}>
          {fullName(user)}, {user.status}
        </option>
      ))}
    </datalist>
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
