import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { eventsQuery } from '@/features/audit/api'
import { EventsTable } from '@/features/audit/events-table'
import { paths } from '@/lib/paths'
import { useListAddress } from '@/lib/use-list-address'
import { ListPage } from '../list-page'

export function AuditPage() {
  const address = useListAddress()
  const [query] = useSearchParams()
  const object = query.get('object') ?? ''
  const objectText = object.replace(':', ' ')
  const list = useQuery(eventsQuery({ object, cursor: address.cursor }))

  return (
    <>
      <p className="mb-5 max-w-prose text-muted">
        {object ? (
          <>
            Everything that happened to {objectText}, newest first.{' '}
            <Link className="link" href={paths.adminAudit}>
              Show everything
            </Link>
          </>
        ) : (
          'Who did what, newest first. No one, including you, can change or delete entries.'
        )}
      </p>
      <ListPage
        address={address}
        list={list}
        nouns={{ singular: 'event', plural: 'events' }}
        emptyTexts={{
          noneYet: object
            ? `Nothing has been recorded about ${objectText}`
            : 'Nothing has happened yet',
        }}
      >
        {({ rows, ...shown }) => <EventsTable events={rows} {...shown} />}
      </ListPage>
    </>
  )
}
