import { useQuery } from '@tanstack/react-query'
import { Ban, RefreshCw, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { mailStatuses, type ListedMail } from '@shared/mail'
import { outboxPath, outboxQuery } from '@/features/mail/api'
import { deliveryWords, SentMail } from '@/features/mail/sent-mail'
import { formatDateTime } from '@/lib/format'
import { post } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { ListPage } from '../list-page'
import { outboxColumns, whileLeaving } from '../outbox-columns'

const describeNext = ({ nextAttemptAt, attempts }: ListedMail): string | null => {
  if (!nextAttemptAt) return null
  const at = formatDateTime(nextAttemptAt)
  if (attempts > 0) return `Attempt ${attempts + 1} at ${at}`
  return Date.parse(nextAttemptAt) > Date.now() ? `Due ${at}` : null
}

/** Every mail the portal has to send or has sent, and the outcome. */
export function Outbox() {
  const address = useListAddress({ statuses: mailStatuses })
  const { search, status, cursor } = address
  const list = useQuery({ ...outboxQuery({ search, status, cursor }), ...whileLeaving })
  const [opened, setOpened] = useState<ListedMail | null>(null)
  const changing = useAction({
    send: ({ id, change }: { id: number; change: 'resend' | 'cancel' }) =>
      post<ListedMail>(`${outboxPath}/${id}/${change}`),
    refreshes: [outboxPath],
    done: (_mail, { change }) => (change === 'resend' ? 'Email queued' : 'Email canceled'),
    failure: 'Failed to change the email',
  })

  return (
    <>
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
              cell: (mail) => (
                <button
                  type="button"
                  className="link wrap-anywhere text-left pointer-coarse:min-h-11"
                  onClick={() => setOpened(mail)}
                >
                  {mail.subject}
                </button>
              ),
            },
            {
              header: 'Recipient',
              className: 'max-w-56',
              cell: ({ recipient }) => <EmailText email={recipient} />,
            },
          ],
          describeNext,
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
      {opened ? <SentMail mail={opened} onClose={() => setOpened(null)} /> : null}
    </>
  )
}
