import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { mailStatuses, type ListedMail } from '@shared/mail'
import { outboxQuery, useChangeMail } from '@/features/mail/api'
import { mailStatusWords, OutboxTable } from '@/features/mail/outbox-table'
import { useListAddress } from '@/lib/use-list-address'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { toast } from '@/ui/toast'
import { EmptyList } from '../empty-list'
import { ListControls, ListPager } from '../list-controls'

/** Every mail the portal has to send or has sent, and what became of it. */
export function Outbox() {
  const address = useListAddress()
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
    <>
      <ListControls
        address={address}
        searchLabel="Search by recipient or subject"
        count={{ page: list.data, one: 'email', many: 'emails' }}
        statuses={mailStatuses}
        statusWords={mailStatusWords}
      >
        <Button
          variant="secondary"
          icon={<RefreshCw />}
          pending={list.isFetching}
          onClick={() => void list.refetch()}
        >
          Refresh
        </Button>
      </ListControls>
      {list.isError ? (
        <Notice
          tone="danger"
          title="The outbox could not be loaded"
          actions={<Button onClick={() => void list.refetch()}>Try again</Button>}
        />
      ) : (
        <OutboxTable
          mails={list.data?.rows ?? []}
          isLoading={list.isPending}
          busyId={changing.isPending ? changing.variables.id : null}
          onResend={(mail) => void change(mail, 'resend')}
          onCancel={(mail) => void change(mail, 'cancel')}
          empty={
            <EmptyList
              address={address}
              page={list.data}
              noMatch="No emails match"
              noneYet="No emails yet"
              whatAppears="Every email the portal sends appears here."
            />
          }
        />
      )}
      <ListPager address={address} next={list.data?.next ?? null} />
    </>
  )
}
