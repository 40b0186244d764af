import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AuditKind, ListedEvent } from '@shared/audit'
import { auditKinds, exactTotalLimit, searchedSubjects } from '@shared/list-choices'
import { useSession } from '@/features/accounts/use-session'
import { EventActor, eventsQuery, EventText, listFacts, nameObject } from '@/features/audit/events'
import { ExportLink } from '@/features/exports/export-link'
import { userQuery } from '@/features/users/api'
import { formatNumber, fullName } from '@/lib/format'
import type { Page } from '@/lib/http'
import { paths } from '@/lib/paths'
import { type ListAddress, useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { timeColumn } from '@/ui/columns'
import { SearchField } from '@/ui/search-field'
import type { Column } from '@/ui/table'
import { Status } from '@/ui/status'
import { DateFilter, FilterFold, FilterSelect } from '../filters'
import { ListPage } from '../list-page'

/** The audit trail: actor, action, person and time. */
export function AuditPage() {
  const address = useListAddress({
    filters: { object: 'any', person: 'any', actor: 'any', kind: 'any' },
  })
  const { request } = address
  const { user } = useSession()
  const list = useQuery(eventsQuery(request))
  const subject = useSubjectName(address, list.data?.rows)

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
      <TrailControls address={address} ownId={user?.id} total={describeTotal(list.data)}>
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
        caption="Audit trail"
        columns={columns}
        density="dense-wide"
      />
    </>
  )
}

/** The one thing or person that the trail is about, if it is. */
function useSubjectName({ filters }: ListAddress, events: ListedEvent[] | undefined) {
  const { object = '', person = '' } = filters
  const { data } = useQuery({ ...userQuery(person), enabled: person !== '' })
  if (person) return data ? fullName(data) : `user ${person}`
  if (!object) return ''
  const event = events?.find((one) => one.object === object)
  return event?.objectName ? nameObject(event) : object.replace(':', ' ')
}

function describeTotal(page: Page<ListedEvent> | undefined): string {
  if (!page) return ''
  if (page.total > exactTotalLimit) return `More than ${formatNumber(exactTotalLimit)} events`
  return `${formatNumber(page.total)} ${page.total === 1 ? 'event' : 'events'}`
}

const columns: Column<ListedEvent>[] = [
  timeColumn({ header: 'Time', value: ({ at }) => at }),
  { header: 'Who', className: 'max-w-56', cell: (event) => <EventActor event={event} /> },
  { header: 'What', className: 'max-w-96', cell: (event) => <EventText event={event} /> },
  { header: 'Address', cell: ({ ip }) => <span className="figures">{ip}</span> },
  { header: 'Details', className: 'max-w-64', cell: (event) => <RawDetails event={event} /> },
]

/** The recorded facts, for readers who need more than the sentence. */
function RawDetails({ event }: { event: ListedEvent }) {
  const facts = [...listFacts(event), ...(event.actor?.email ? [`by: ${event.actor.email}`] : [])]
  if (facts.length === 0) return '–'
  return (
    <details>
      <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center pointer-coarse:min-h-11">
        Show
      </summary>
      <ul className="mt-1 text-sm wrap-anywhere">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </details>
  )
}

const kindTexts: Record<AuditKind, string> = {
  decisions: 'Decisions',
  documents: 'Documents',
  'shared-logins': 'Shared logins',
  accounts: 'Accounts',
  logins: 'Logging in and out',
  messages: 'Messages and referrals',
  email: 'Email',
  texts: 'Text messages',
  matches: 'Introductions',
  money: 'Rewards and payouts',
  settings: 'Settings',
}

interface TrailControlsProps {
  address: ListAddress
  /** The administrator who looks at the trail. */
  ownId: number | undefined
  total: string
  /** Beside the reset button. */
  children: ReactNode
}

/** Person, actor, action and time, above the trail. */
function TrailControls({ address, ownId, total, children }: TrailControlsProps) {
  const choiceOf = (name: 'kind' | 'actor') => ({
    value: address.filters[name] ?? '',
    onChange: (value: string) => address.narrow({ [name]: value }),
  })
  return (
    <div className="mb-3 flex flex-wrap items-end gap-3">
      <SearchField
        label="Search by person or document"
        value={address.searchText}
        onChange={address.setSearchText}
      />
      <FilterFold>
        <FilterSelect
          label="What"
          {...choiceOf('kind')}
          options={[
            { value: '', label: 'Everything' },
            ...auditKinds.map((value) => ({ value, label: kindTexts[value] })),
          ]}
        />
        <FilterSelect
          label="Who"
          {...choiceOf('actor')}
          options={[
            { value: '', label: 'Anyone' },
            ...(ownId === undefined ? [] : [{ value: String(ownId), label: 'You' }]),
            { value: 'none', label: 'Not logged in, or the portal' },
          ]}
        />
        <DateFilter address={address} />
        <Button size="sm" variant="secondary" icon={<RotateCcw />} onClick={address.reset}>
          Reset Filters
        </Button>
        {children}
      </FilterFold>
      <Status className="figures min-h-5.5 min-w-22 text-sm text-muted lg:mb-2">{total}</Status>
    </div>
  )
}
