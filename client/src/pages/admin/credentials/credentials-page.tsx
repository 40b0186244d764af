import { LockKeyhole } from 'lucide-react'
import { dateSorts, reviewStatuses } from '@shared/list-choices'
import { credentialQuery, credentialsQuery } from '@/features/credentials/api'
import { credentialsColumns } from '@/features/credentials/credentials-columns'
import { canBeAsked, nameAsked } from '@/features/users/questions-api'
import { createSharedText, useStore } from '@/lib/store'
import { useListAddress } from '@/lib/use-list-address'
import { Switch } from '@/ui/checkbox'
import { useBulk } from '../bulk/bulk-actions'
import { useOwner, usePersonActions } from '../person/use-person-actions'
import { PersonPanel, ReviewLayout } from '../review-layout'
import { useReviewDesk } from '../use-review-desk'
import { useReviewedList } from '../use-reviewed-list'

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

/** In this browser, until it is turned off again. */
const hiding = createSharedText('hide-passwords')

export function CredentialsPage() {
  const address = useListAddress({ statuses: reviewStatuses, sorts: dateSorts })
  const reviewed = useReviewedList({
    address,
    page: (cursor) => credentialsQuery({ ...address.request, cursor }),
    findRow: credentialQuery,
  })
  const { list } = reviewed
  const { opened } = reviewed.row
  const bulk = useBulk('credentials', address.request, list.data)
  const hidesPasswords = useStore(hiding) === 'on'
  const work = usePersonActions(opened?.userId ?? null)
  const { logins, fileReview, person } = work
  const user = useOwner(opened?.userId ?? null)
  const review = useReviewDesk({
    ...reviewed,
    kind: 'credential',
    actions: logins,
    ask: canBeAsked(user) ? () => work.ask(user) : null,
    panel: { fileReview, file: person.shown },
  })

  return (
    <>
      <p className="mb-3 flex gap-2 text-sm text-muted">
        <LockKeyhole strokeWidth={1.75} className="mt-0.75 size-4 shrink-0 text-brass-text" />
        <span>
          <strong className="font-medium text-ink">
            Only one designated admin account has access
          </strong>
          . Only this account can see these logins in plain text. Every view is recorded.
        </span>
      </p>
      <ReviewLayout
        address={address}
        list={list}
        review={review}
        search={{
          label: 'Search by service or username',
          sorts,
          more: (
            <Switch
              label="Hide passwords"
              checked={hidesPasswords}
              onChange={(wanted) => hiding.set(wanted ? 'on' : null)}
            />
          ),
        }}
        bulk={bulk}
        nouns={{ singular: 'login', plural: 'logins' }}
        emptyTexts={{
          noMatch: 'No credentials match',
          noneYet: 'No credit monitoring credentials have been submitted yet.',
          whatAppears:
            'When an applicant shares a login, it appears here for you to open and decide.',
        }}
        details={
          opened && {
            title: opened.serviceName,
            status: opened.status,
            since: opened.createdAt,
            contact: user,
            askName: canBeAsked(user) ? nameAsked(user) : null,
            content: (
              <PersonPanel
                {...work}
                about="credential"
                user={user}
                file={person.shown}
                onShowFile={person.show}
                login={opened}
              />
            ),
          }
        }
        caption="Monitoring credentials"
        columns={(context) =>
          credentialsColumns({
            ...context,
            busyIds: logins.busyIds,
            hidesPasswords,
            onDecide: review.decide,
            onDelete: (credential) => void logins.remove(credential),
          })
        }
      />
      {fileReview.dialogs}
    </>
  )
}
