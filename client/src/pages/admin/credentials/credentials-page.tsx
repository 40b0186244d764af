import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { credentialsQuery } from '@/features/credentials/api'
import { CredentialsTable } from '@/features/credentials/credentials-table'
import { useCredentialActions } from '@/features/credentials/use-credential-actions'
import { useListAddress } from '@/lib/use-list-address'
import { Notice } from '@/ui/notice'
import { Switch } from '@/ui/switch'
import { ListPage } from '../list-page'

export function CredentialsPage() {
  const address = useListAddress()
  const { search, status, cursor } = address
  const list = useQuery(credentialsQuery({ search, status, cursor }))
  const { decide, remove, busyIds } = useCredentialActions()
  const [hidesPasswords, setHidesPasswords] = useState(false)

  return (
    <>
      <Notice title="Only one designated admin account has access" className="mb-6">
        These logins are shown in clear to that account alone, and every viewing is recorded.
      </Notice>
      <ListPage
        address={address}
        list={list}
        nouns={{ singular: 'login', plural: 'logins' }}
        search={{
          label: 'Search by service or username',
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
            onDecide={(credential, decision) => void decide(credential, decision)}
            onDelete={(credential) => void remove(credential)}
          />
        )}
      </ListPage>
    </>
  )
}
