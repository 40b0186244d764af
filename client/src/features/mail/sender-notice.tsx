import { defaultPassword, type EmailSettings } from '@shared/mail'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { toast } from '@/ui/toast'
import { useSaveSettings } from './api'

/** Which mailbox is in force, and who decided that. */
export function SenderNotice({ settings }: { settings: EmailSettings }) {
  const { sender, hasDefault } = settings
  if (!sender) {
    return (
      <Notice tone="warning" title="No mail sender is configured">
        Until a mailbox is saved here, or SMTP_URL is set on the server, the portal sends no email.
      </Notice>
    )
  }
  const isOwn = sender.source === 'settings'
  return (
    <Notice
      tone="success"
      title={isOwn ? 'These settings are in force' : 'The server’s environment is in force'}
      actions={isOwn && hasDefault ? <UseDefaultButton settings={settings} /> : null}
    >
      <span className="wrap-anywhere">
        Email leaves from {sender.from} through {sender.host}, port {sender.port}.{' '}
        {isOwn ? null : 'Saving a mailbox with its own app password here takes its place.'}
      </span>
    </Notice>
  )
}

/** Gives up the mailbox that was saved here for the one of the environment. */
function UseDefaultButton({ settings }: { settings: EmailSettings }) {
  const saving = useSaveSettings()
  const { email, host, port, secure, service } = settings

  async function handleClick() {
    const question =
      'Are you sure you want to use the default mailbox of the server? The app password stored here is removed.'
    if (!window.confirm(question)) return
    try {
      const appPassword = defaultPassword
      await saving.mutateAsync({ email, appPassword, host, port, secure, service })
      toast({
        title: 'Settings saved',
        description: 'The portal now sends from the default mailbox.',
      })
    } catch (error) {
      toastError('Failed to save settings', error)
    }
  }

  return (
    <Button
      variant="secondary"
      size="sm"
      pending={saving.isPending}
      onClick={() => void handleClick()}
    >
      Use Default Mailbox
    </Button>
  )
}
