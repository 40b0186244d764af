import { useQuery } from '@tanstack/react-query'
import { Dialog } from '@/ui/dialog'
import { Loaded } from '@/ui/loaded'
import { settingsQuery, templatesQuery } from './api'
import { ComposeForm, UnconfiguredBanner, useMailDraft } from './compose-form'

interface WriteMailProps {
  to: { name: string; email: string }
  /** Where there is room, the dialog is beside the panel that this is in. */
  beside: Element | null
  onClose: () => void
}

/** Writing to one person on the page that is about them. Until it is sent, closing keeps what was typed. */
export function WriteMail({ to, beside, onClose }: WriteMailProps) {
  const draft = useMailDraft(to.email, { isFixed: true })
  const settings = useQuery(settingsQuery)
  const templates = useQuery(templatesQuery)
  return (
    <Dialog open size="lg" title={`Email ${to.name}`} beside={beside} onClose={onClose}>
      <Loaded query={settings} what="The email settings" skeleton="h-96">
        {({ sender }) => (
          <>
            {sender ? null : <UnconfiguredBanner />}
            <ComposeForm
              draft={draft}
              templates={templates.data ?? []}
              hasSender={sender !== null}
              onDone={onClose}
            />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
