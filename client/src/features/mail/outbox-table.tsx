import { Ban, CircleCheck, CircleX, Clock, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedMail, MailStatus } from '@shared/mail'
import { formatDateTime } from '@/lib/format'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { DateTime } from '@/ui/date-time'
import { EmailText } from '@/ui/email-text'
import { DataTable, type Column } from '@/ui/table'

interface OutboxTableProps {
  mails: ListedMail[]
  isLoading: boolean
  empty: ReactNode
  /** The mail about which a request is under way. */
  busyId: number | null
  onResend: (mail: ListedMail) => void
  onCancel: (mail: ListedMail) => void
}

export const mailStatusWords: Record<MailStatus, string> = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  cancelled: 'Canceled',
}

const looks: Record<MailStatus, { tone: BadgeTone; icon: typeof Clock }> = {
  queued: { tone: 'warning', icon: Clock },
  sent: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  cancelled: { tone: 'neutral', icon: Ban },
}

export function OutboxTable(props: OutboxTableProps) {
  const columns: Column<ListedMail>[] = [
    {
      key: 'subject',
      header: 'Subject',
      className: 'max-w-72',
      cell: (mail) => <span className="wrap-anywhere font-medium">{mail.subject}</span>,
    },
    {
      key: 'recipient',
      header: 'Recipient',
      className: 'max-w-56',
      cell: (mail) => <EmailText email={mail.recipient} />,
    },
    { key: 'status', header: 'Status', className: 'max-w-72', cell: Status },
    {
      key: 'created',
      header: 'Created',
      cell: (mail) => <DateTime text={formatDateTime(mail.createdAt)} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideLabel: true,
      cell: (mail) => <Actions {...props} mail={mail} />,
    },
  ]
  return (
    <DataTable
      columns={columns}
      rows={props.mails}
      rowKey={(mail) => mail.id}
      caption="Outbox"
      cardsBelow="52rem"
      loading={props.isLoading}
      empty={props.empty}
    />
  )
}

function Status(mail: ListedMail) {
  const { tone, icon: Icon } = looks[mail.status]
  return (
    <div className="min-w-0">
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {mailStatusWords[mail.status]}
      </Badge>
      {mail.lastError ? <p className="mt-1 text-sm text-muted">{mail.lastError}</p> : null}
      {mail.nextAttemptAt && mail.attempts > 0 ? (
        <p className="mt-1 text-sm text-muted">
          Attempt {mail.attempts + 1} at {formatDateTime(mail.nextAttemptAt)}
        </p>
      ) : null}
    </div>
  )
}

type ActionsProps = Pick<OutboxTableProps, 'busyId' | 'onResend' | 'onCancel'> & {
  mail: ListedMail
}

function Actions({ mail, busyId, onResend, onCancel }: ActionsProps) {
  const isBusy = busyId === mail.id
  const to = `“${mail.subject}” to ${mail.recipient}`
  if (mail.status === 'queued') {
    return (
      <Button
        size="sm"
        variant="secondary"
        icon={<Ban />}
        disabled={isBusy}
        aria-label={`Cancel ${to}`}
        onClick={() => onCancel(mail)}
      >
        Cancel
      </Button>
    )
  }
  return mail.canResend ? (
    <Button
      size="sm"
      variant="secondary"
      icon={<RotateCw />}
      disabled={isBusy}
      aria-label={`Resend ${to}`}
      onClick={() => onResend(mail)}
    >
      Resend
    </Button>
  ) : null
}
