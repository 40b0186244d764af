import type { MailSender } from '@shared/mail'
import { Notice } from '@/ui/notice'

/** Which mailbox is in force, and who decided that. */
export function SenderNotice({ sender }: { sender: MailSender }) {
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
    >
      <span className="wrap-anywhere">
        Email leaves from {sender.from}.{' '}
        {isOwn ? null : 'Saving a mailbox with its own app password here takes its place.'}
      </span>
    </Notice>
  )
}
