import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import type { ListedCredential, MonitoringCredential } from '@shared/credentials'
import { dateSorts } from '@shared/lists'
import { credentialQuery, credentialsQuery } from '@/features/credentials/api'
import { CredentialsTable } from '@/features/credentials/credentials-table'
import { useCredentialActions } from '@/features/credentials/use-credential-actions'
import { userQuery } from '@/features/users/api'
import { useUserActions } from '@/features/users/use-user-actions'
import { useListAddress } from '@/lib/use-list-address'
import { Switch } from '@/ui/switch'
import { useFileDesk } from '../file-desk'
import { PersonPanel } from '../person/person-panel'
import { usePanelKeys } from '../person/use-panel-keys'
import { usePerson } from '../person/use-person'
import { ReviewLayout } from '../review-layout'
import { useOpenedRow } from '../use-opened-row'
import { usePageTurns } from '../use-page-turns'
import { useReview } from '../use-review'

const noLogins: MonitoringCredential[] = []
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

export function CredentialsPage() {
  const address = useListAddress(dateSorts)
  const list = useQuery(credentialsQuery(address.request))
  const turnPage = usePageTurns(address, list)
  const rows = list.data?.rows ?? noLogins
  const row = useOpenedRow<ListedCredential>({
    open: address.open,
    rows,
    isLoaded: list.isSuccess,
    findRow: credentialQuery,
  })
  const { opened } = row
  const [hidesPasswords, setHidesPasswords] = useState(false)
  const users = useUserActions()
  const logins = useCredentialActions()
  const desk = useFileDesk()
  const person = usePerson(opened?.userId ?? null)
  const owner = useQuery({
    ...userQuery(String(opened?.userId ?? '')),
    enabled: Boolean(opened?.userId),
  })
  const user = owner.data ?? null
  const review = useReview<ListedCredential>({
    address,
    rows,
    row,
    isCurrent: list.isSuccess && !list.isPlaceholderData,
    kind: 'credential',
    busyIds: logins.busyIds,
    decide: logins.decide,
    turnPage,
    hasDialog: desk.hasDialog,
    moreKeys: usePanelKeys(desk, { file: person.shown, email: user?.email }),
  })

  return (
    <>
      <p className="mb-3 flex gap-2 text-sm text-muted">
        <LockKeyhole
          aria-hidden="true"
          strokeWidth={1.75}
          className="mt-0.75 size-4 shrink-0 text-brass-text"
        />
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
        searchLabel="Search by service or username"
        sorts={sorts}
        nouns={{ singular: 'login', plural: 'logins' }}
        more={
          <Switch label="Hide passwords" checked={hidesPasswords} onChange={setHidesPasswords} />
        }
        emptyTexts={{
          noMatch: 'No credentials match',
          noneYet: 'No credit monitoring credentials have been submitted yet.',
        }}
        details={
          opened && {
            title: opened.serviceName,
            status: opened.status,
            isBusy: logins.busyIds.has(opened.id),
            contact: user,
            content: (
              <PersonPanel
                about="credential"
                user={user}
                person={person}
                file={person.shown}
                onShowFile={person.show}
                login={opened}
                desk={desk}
                users={users}
                logins={logins}
              />
            ),
          }
        }
      >
        {(shown) => (
          <CredentialsTable
            credentials={shown.rows}
            isLoading={shown.isLoading}
            empty={shown.empty}
            busyIds={logins.busyIds}
            hidesPasswords={hidesPasswords}
            selectedId={opened?.id ?? null}
            onSelect={review.select}
            sorting={{ sort: address.sort, onSort: address.sortBy }}
            brief={review.isBeside}
            onDecide={review.decide}
            onDelete={(credential) => void logins.remove(credential)}
          />
        )}
      </ReviewLayout>
      {desk.dialogs}
    </>
  )
}
