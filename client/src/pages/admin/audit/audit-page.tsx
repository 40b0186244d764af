import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { exactTotalLimit, searchedSubjects } from '@shared/list-choices'
import type { ListedEvent } from '@shared/audit'
import { useSession } from '@/features/accounts/use-session'
import { eventsQuery } from '@/features/audit/api'
import { nameObject } from '@/features/audit/event-words'
import { EventsTable } from '@/features/audit/events-table'
import { ExportLink } from '@/features/exports/export-link'
import { userQuery } from '@/features/users/api'
import { formatNumber, fullName } from '@/lib/format'
import type { Page } from '@/lib/http'
import { paths } from '@/lib/paths'
import { ListPage } from '../list-page'
import { TrailControls } from './trail-controls'
import { useTrailFilters, type TrailFilters } from './use-trail-filters'

/** The audit trail: actor, action, person and time. */
export function AuditPage() {
  const filters = useTrailFilters()
  const { address, valueOf } = filters
  const { user } = useSession()
  const request = {
    ...address.request,
    object: valueOf('object'),
    person: valueOf('person'),
    actor: valueOf('actor'),
    kind: valueOf('kind'),
  }
  const list = useQuery(eventsQuery(request))
  const subject = useSubjectName(filters, list.data?.rows)

  return (
    <>
      <p className="mb-5 max-w-prose text-muted">
        {subject ? (
          <>
            Everything that happened to {subject}, newest first.{' '}
            <Link className="link" href={paths.adminAudit}>
              Show everything
            </Link>
          </>
        ) : (
          'Who did what, newest first. No one, including you, can change or delete entries.'
        )}
      </p>
      <TrailControls filters={filters} ownId={user?.id} total={sayTotal(list.data)}>
        <ExportLink list="audit-events" request={request} page={list.data} />
      </TrailControls>
      {address.search ? (
        <p className="mb-3 text-sm text-muted">
          Includes the newest {searchedSubjects} people and {searchedSubjects} documents that match.
        </p>
      ) : null}
      <ListPage
        address={address}
        list={list}
        nouns={{ singular: 'event', plural: 'events' }}
        emptyTexts={{
          noMatch: subject ? `Nothing has been recorded about ${subject}` : 'No events match',
          noneYet: 'Nothing has happened yet',
          whatAppears: 'Every login, decision, and change is recorded here as it happens.',
        }}
      >
        {({ rows, ...shown }) => <EventsTable events={rows} {...shown} />}
      </ListPage>
    </>
  )
}

/** What the trail is about, when it is about one thing or one person. */
function useSubjectName({ valueOf }: TrailFilters, events: ListedEvent[] | undefined) {
  const [object, person] = [valueOf('object'), valueOf('person')]
  const { data } = useQuery({ ...userQuery(person), enabled: person !== '' })
  if (person) return data ? fullName(data) : `user ${person}`
  if (!object) return ''
  const event = events?.find((one) => one.object === object)
  return event?.objectName ? nameObject(event) : object.replace(':', ' ')
}

function sayTotal(page: Page<ListedEvent> | undefined): string {
  if (!page) return ''
  if (page.total > exactTotalLimit) return `More than ${formatNumber(exactTotalLimit)} events`
  return `${formatNumber(page.total)} ${page.total === 1 ? 'event' : 'events'}`
}
