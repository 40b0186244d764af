import { useQuery } from '@tanstack/react-query'
import type { ListedMail, MailStatus } from '@shared/mail'
import type { TextStatus } from '@shared/texts'
import { Dialog } from '@/ui/dialog'
import { Loaded } from '@/ui/loaded'
import { mailTextQuery } from './api'

export const deliveryWords: Record<MailStatus | TextStatus, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Failed',
  cancelled: 'Canceled',
}

interface SentMailProps {
  mail: Pick<ListedMail, 'id' | 'recipient' | 'subject' | 'status'>
  onClose: () => void
}

/** A mail as it was, or will be, sent. */
export function SentMail({ mail, onClose }: SentMailProps) {
  const text = useQuery(mailTextQuery(mail.id))
  return (
    <Dialog
      open
      size="lg"
      title={mail.subject}
      description={`To ${mail.recipient}, ${deliveryWords[mail.status].toLowerCase()}`}
      onClose={onClose}
    >
      <Loaded query={text} what="The email" skeleton="h-64">
        {({ text: words }) => (
          <p className="whitespace-pre-line wrap-anywhere">
            {words ??
              'We don’t keep the words of emails that are about a private link or older than 90 days.'}
          </p>
        )}
      </Loaded>
    </Dialog>
  )
}
