import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { eventsQuery } from '@/features/audit/api'
import { EventsTable } from '@/features/audit/events-table'
import { paths } from '@/lib/paths'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { ListPager } from '../list-controls'

export function AuditPage() {
  const address = useListAddress()
  const [query] = useSearchParams()
  const object = query.get('object') ?? ''
  const said = object.replace(':', ' ')
  const list = useQuery(eventsQuery({ object, cursor: address.cursor }))

  return (
    <>
      <p className="mb-5 max-w-prose text-muted">
        {object ? (
          <>
            All that happened to {said}, newest first.{' '}
            <Link className="link" href={paths.adminAudit}>
              Show everything
            </Link>
          </>
        ) : (
          'Who did what, newest first. Nobody can change or delete a line of it, you included.'
        )}
      </p>
      {list.isError ? (
        <Notice
          tone="danger"
          title="The audit trail could not be loaded"
          actions={<Button onClick={() => void list.refetch()}>Try again</Button>}
        >
          Please check your connection. Nothing is lost.
        </Notice>
      ) : (
        <EventsTable
          events={list.data?.rows ?? []}
          isLoading={list.isPending}
          empty={
            <EmptyState
              title={object ? `Nothing is recorded about ${said}` : 'Nothing has happened yet'}
            />
          }
        />
      )}
      <ListPager address={address} next={list.data?.next ?? null} />
    </>
  )
}
