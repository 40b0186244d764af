import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { credentialsQuery } from '@/features/credentials/api'
import { CredentialsTable } from '@/features/credentials/credentials-table'
import { useCredentialActions } from '@/features/credentials/use-credential-actions'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Switch } from '@/ui/switch'
import { EmptyList } from '../empty-list'
import { ListControls, ListPager } from '../list-controls'

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
      <ListControls
        address={address}
        searchLabel="Search by service or username"
        count={{ page: list.data, one: 'login', many: 'logins' }}
      >
        <Switch label="Hide passwords" checked={hidesPasswords} onChange={setHidesPasswords} />
      </ListControls>
      {list.isError ? (
        <Notice
          tone="danger"
          title="The credentials could not be loaded"
          actions={<Button onClick={() => void list.refetch()}>Try again</Button>}
        >
          Please check your connection. Nothing is lost.
        </Notice>
      ) : (
        <CredentialsTable
          credentials={list.data?.rows ?? []}
          isLoading={list.isPending}
          busyIds={busyIds}
          hidesPasswords={hidesPasswords}
          onDecide={(credential, decision) => void decide(credential, decision)}
          onDelete={(credential) => void remove(credential)}
          empty={
            <EmptyList
              address={address}
              page={list.data}
              noMatch="No credentials match"
              noneYet="No credit monitoring credentials have been submitted yet."
            />
          }
        />
      )}
      <ListPager address={address} next={list.data?.next ?? null} />
    </>
  )
}
