import { defaultPassword, type EmailSettings } from '@shared/mail'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { toast } from '@/lib/toast-store'
import { useSaveSettings } from './api'

/** Which mailbox the portal sends from, and who decided that. */
export function SenderNotice({ settings }: { settings: EmailSettings }) {
  const { sender, hasDefault } = settings
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
      actions={isOwn && hasDefault ? <UseDefaultButton settings={settings} /> : null}
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

/** Gives up the mailbox that was saved here for the one of the environment. */
function UseDefaultButton({ settings }: { settings: EmailSettings }) {
  const saving = useSaveSettings()
  const { email, host, port, secure, service } = settings

  async function handleClick() {
    const question =
      'Are you sure you want to use the server’s default mailbox? The app password saved here will be deleted.'
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
