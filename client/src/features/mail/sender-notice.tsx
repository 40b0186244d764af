import { defaultPassword, type EmailSettings } from '@shared/mail'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/action-button'
import { Notice } from '@/ui/notice'
import { settingsSaving } from './api'

/** Which mailbox the portal sends from, and who decided that. */
export function SenderNotice({ settings }: { settings: EmailSettings }) {
  const { email, host, port, secure, service, sender, hasDefault } = settings
  // The mailbox that was saved here is given up for that of the environment.
  const reverting = useAction({
    ...settingsSaving,
    ask: 'Are you sure you want to use the server’s default mailbox? The app password saved here will be deleted.',
    send: () =>
      settingsSaving.send({ email, appPassword: defaultPassword, host, port, secure, service }),
    done: {
      title: 'Settings saved',
      description: 'The portal now sends from the default mailbox.',
    },
    failure: 'Failed to save settings',
  })
  if (!sender) {
    return (
      <Notice tone="warning" title="No mail sender is configured">
        The portal can’t send email until you save a mailbox here or set SMTP_URL on the server.
      </Notice>
    )
  }
  const isOwn = sender.source === 'settings'
  return (
    <Notice
      tone="success"
      title={
        isOwn ? 'The portal sends from this mailbox' : 'The portal sends from the server’s mailbox'
      }
      actions={
        isOwn && hasDefault ? (
          <ActionButton action={reverting} variant="secondary" size="sm">
            Use Default Mailbox
          </ActionButton>
        ) : null
      }
    >
      <span className="wrap-anywhere">
        <span>
          Email is sent from {sender.from} through {sender.host}, port {sender.port}.
        </span>
        {isOwn ? null : (
          <span> To use a different one, save a mailbox with its own app password here.</span>
        )}
      </span>
    </Notice>
  )
}
