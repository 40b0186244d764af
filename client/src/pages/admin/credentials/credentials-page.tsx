import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { dateSorts } from '@shared/lists'
import { credentialsQuery } from '@/features/credentials/api'
import { CredentialsTable } from '@/features/credentials/credentials-table'
import { useCredentialActions } from '@/features/credentials/use-credential-actions'
import { useListAddress } from '@/lib/use-list-address'
import { Switch } from '@/ui/switch'
import { ListPage } from '../list-page'

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

export function CredentialsPage() {
  const address = useListAddress(dateSorts)
  const list = useQuery(credentialsQuery(address.request))
  const { decide, remove, busyIds } = useCredentialActions()
  const [hidesPasswords, setHidesPasswords] = useState(false)

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
      <ListPage
        address={address}
        list={list}
        nouns={{ singular: 'login', plural: 'logins' }}
        search={{
          label: 'Search by service or username',
          sorts,
          more: (
            <Switch label="Hide passwords" checked={hidesPasswords} onChange={setHidesPasswords} />
          ),
        }}
        emptyTexts={{
          noMatch: 'No credentials match',
          noneYet: 'No credit monitoring credentials have been submitted yet.',
        }}
      >
        {({ rows, ...shown }) => (
          <CredentialsTable
            credentials={rows}
            {...shown}
            busyIds={busyIds}
            hidesPasswords={hidesPasswords}
            sorting={{ sort: address.sort, onSort: address.sortBy }}
            onDecide={(credential, decision) => void decide(credential, decision)}
            onDelete={(credential) => void remove(credential)}
          />
        )}
      </ListPage>
    </>
  )
}
