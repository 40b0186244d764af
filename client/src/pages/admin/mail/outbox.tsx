import { useQuery } from '@tanstack/react-query'
import { Ban, RefreshCw, RotateCw } from 'lucide-react'
import { mailStatuses, type ListedMail } from '@shared/mail'
import { outboxQuery, useChangeMail } from '@/features/mail/api'
import { formatDateTime } from '@/lib/format'
import { useListAddress } from '@/lib/use-list-address'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { toast } from '@/lib/toast-store'
import { ListPage } from '../list-page'
import { deliveryWords, outboxColumns } from '../outbox-columns'

/** Every mail the portal has to send or has sent, and the outcome. */
export function Outbox() {
  const address = useListAddress({ statuses: mailStatuses })
  const { search, status, cursor } = address
  const list = useQuery(outboxQuery({ search, status, cursor }))
  const changing = useChangeMail()

  async function change(mail: ListedMail, wanted: 'resend' | 'cancel') {
    try {
      await changing.mutateAsync({ id: mail.id, change: wanted })
      toast({ title: wanted === 'resend' ? 'Email queued' : 'Email canceled' })
    } catch (error) {
      toastError('Failed to change the email', error)
    }
  }

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
            key: 'subject',
            header: 'Subject',
            className: 'max-w-72',
            cell: ({ subject }) => <span className="wrap-anywhere font-medium">{subject}</span>,
          },
          {
            key: 'recipient',
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
          const wanted = mail.status === 'queued' ? 'cancel' : 'resend'
          const label = wanted === 'cancel' ? 'Cancel' : 'Resend'
          return (
            <Button
              size="sm"
              variant="secondary"
              aria-label={`${label} “${mail.subject}” to ${mail.recipient}`}
              icon={wanted === 'cancel' ? <Ban /> : <RotateCw />}
              disabled={changing.isPending && changing.variables.id === mail.id}
              onClick={() => void change(mail, wanted)}
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
