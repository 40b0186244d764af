import { Share2 } from 'lucide-react'
import { reviewStatuses, userSorts, verdicts as verdictChoices } from '@shared/list-choices'
import type { UserSort } from '@shared/users'
import { canBeAsked, nameAsked } from '@/features/users/questions-api'
import { userQuery, usersQuery } from '@/features/users/api'
import { useBounced, useVerdicts } from '@/features/users/duplicates-api'
import { usersColumns } from '@/features/users/users-columns'
import { fullName } from '@/lib/format'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { useBulk } from '../bulk/bulk-actions'
import { LinkedFilter } from '../list-controls'
import { useNextPerson, usePersonActions } from '../person/use-person-actions'
import { PersonPanel, ReviewLayout } from '../review-layout'
import { useReviewDesk } from '../use-review-desk'
import { useReviewedList } from '../use-reviewed-list'

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
  { value: 'score', label: 'Highest score' },
] satisfies { value: UserSort; label: string }[]

/** Among the statuses, though those who are asked are pending: they are not in the list of those who are. */
const asked = 'asked'
/** So are those who are set aside. */
const snoozed = 'snoozed'
const userStatuses = [...reviewStatuses, asked, snoozed]

export function UsersPage() {
  const address = useListAddress({
    statuses: userStatuses,
    sorts: userSorts,
    filters: { kind: ['referrer'], verdict: verdictChoices },
    linked: { emailChange: ['waiting'], email: ['bounced'] },
  })
  const { kind, emailChange, email } = address.filters
  const { status } = address
  const request = {
    ...address.request,
    ...((status === asked || status === snoozed) && { status: '', [status]: 'waiting' }),
  }
  // These lists have referrers as well.
  const isOfAnyKind = Boolean(emailChange || email)
  const reviewed = useReviewedList({
    address,
    page: (cursor) => usersQuery({ ...request, cursor }),
    findRow: userQuery,
  })
  const { list } = reviewed
  const { opened } = reviewed.row
  const isListed = opened === null || reviewed.rows.some(({ id }) => id === opened.id)
  const verdicts = useVerdicts(isListed ? reviewed.rows : [...reviewed.rows, opened])
  const bounces = useBounced(reviewed.rows)
  const nouns = kind
    ? { singular: 'referrer', plural: 'referrers' }
    : { singular: 'user', plural: 'users' }
  const bulk = useBulk(
    'users',
    request,
    list.data,
    kind ? 'of-none' : isOfAnyKind ? 'of-partners' : 'of-all',
  )
  const work = usePersonActions(opened?.id ?? null)
  const { users, fileReview, person, ask } = work
  const canAsk = canBeAsked(opened)
  useNextPerson(opened ? reviewed.rows[reviewed.rows.indexOf(opened) + 1]?.id : undefined)

  const review = useReviewDesk({
    ...reviewed,
    kind: 'user',
    actions: users,
    ask: canAsk ? (user) => ask(user) : null,
    asksPeople: true,
    isLoading: person.files.isLoading || person.logins.isLoading,
    panel: { fileReview, file: person.shown },
  })

  return (
    <>
      <LinkedFilter
        title="Email changes to confirm"
        all="Users"
        address={address}
        name="emailChange"
      >
        Only people who asked to change their login email. Open a person to confirm or decline the
        change.
      </LinkedFilter>
      <LinkedFilter title="Emails that bounced" all="Users" address={address} name="email">
        Only people whose email refused what we sent. Call those who agreed to calls, and ask for
        another address.
      </LinkedFilter>
      <ReviewLayout
        address={address}
        list={list}
        onNearNext={reviewed.prefetch}
        review={review}
        search={{
          label: 'Search by name, email, or phone',
          sorts,
          statuses: userStatuses,
          statusWords: { [asked]: 'Waiting for Them', [snoozed]: 'Set Aside' },
          choice: {
            name: 'verdict',
            label: 'Verdict',
            all: 'Any verdict',
            words: { clean: 'Clean', look: 'Needs a look' },
          },
          more: kind ? null : (
            <Button
              size="sm"
              variant="secondary"
              icon={<Share2 />}
              onClick={() => address.narrow({ kind: 'referrer' })}
            >
              Show Referrers
            </Button>
          ),
        }}
        bulk={bulk}
        nouns={nouns}
        emptyTexts={{
          noMatch: `No ${nouns.plural} match`,
          ...(isOfAnyKind
            ? {
                noneYet: emailChange ? 'No email changes to confirm' : 'No emails that bounced',
              }
            : {
                noneYet: 'No users yet',
                whatAppears:
                  'Everyone who applies appears here. Open a person to read their documents and decide.',
              }),
        }}
        details={
          opened && {
            title: fullName(opened),
            status: opened.status,
            since: opened.createdAt,
            verdict: verdicts(opened),
            canApprove: !opened.isReferrer,
            askName: canAsk ? nameAsked(opened) : null,
            contact: opened,
            content: (
              <PersonPanel
                {...work}
                about="user"
                user={opened}
                file={person.shown}
                onShowFile={person.show}
                onSetAside={review.prepareNextPending}
              />
            ),
          }
        }
        caption="Users"
        columns={(context) =>
          usersColumns({
            ...context,
            isOfStatus: address.status !== '',
            onDecide: review.decide,
            onDelete: (user) => void users.remove(user),
            busyIds: users.busyIds,
            verdicts,
            bounces,
          })
        }
      />
      {fileReview.dialogs}
    </>
  )
}
