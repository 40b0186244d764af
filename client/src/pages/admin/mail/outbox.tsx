import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { mailStatuses, type ListedMail } from '@shared/mail'
import { outboxQuery, useChangeMail } from '@/features/mail/api'
import { mailStatusWords, OutboxTable } from '@/features/mail/outbox-table'
import { useListAddress } from '@/lib/use-list-address'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { toast } from '@/lib/toast-store'
import { ListPage } from '../list-page'

/** Every mail the portal has to send or has sent, and the outcome. */
export function Outbox() {
  const address = useListAddress(mailStatuses)
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
        statusWords: mailStatusWords,
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
    >
      {({ rows, ...shown }) => (
        <OutboxTable
          mails={rows}
          {...shown}
          busyId={changing.isPending ? changing.variables.id : null}
          onResend={(mail) => void change(mail, 'resend')}
          onCancel={(mail) => void change(mail, 'cancel')}
        />
      )}
    </ListPage>
  )
}
