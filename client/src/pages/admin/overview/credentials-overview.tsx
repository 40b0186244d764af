import type { UseQueryResult } from '@tanstack/react-query'
import type { ListedCredential } from '@shared/credentials'
import { ownerOf, useCredentialActions } from '@/features/credentials/api'
import type { Page } from '@/lib/http'
import { paths } from '@/lib/paths'
import { actionsColumn, timeColumn } from '@/ui/columns'
import { DecisionButtons } from '@/ui/decision-buttons'
import { EmailText } from '@/ui/email-text'
import { EmptyState } from '@/ui/empty-state'
import { StatusBadge } from '@/ui/status-badge'
import { DataTable, type Column } from '@/ui/table'
import { UserLink } from '@/ui/user-link'
import { OverviewSection } from './recent-list'

/** Deciding about the newest shared logins; their passwords come with no call of this page. */
export function CredentialsOverview({ list }: { list: UseQueryResult<Page<ListedCredential>> }) {
  const { decide, busyIds } = useCredentialActions()
  const columns: Column<ListedCredential>[] = [
    {
      key: 'service',
      header: 'Service',
      className: 'max-w-56',
      cell: ({ serviceName }) => <span className="font-medium wrap-anywhere">{serviceName}</span>,
    },
    {
      key: 'username',
      header: 'Username',
      className: 'max-w-80',
      cell: ({ username }) => <EmailText email={username} />,
    },
    {
      key: 'person',
      header: 'Person',
      className: 'max-w-56',
      cell: (credential) => <UserLink user={ownerOf(credential)} without="N/A" />,
    },
    { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    timeColumn({ key: 'date', header: 'Date', value: ({ createdAt }) => createdAt }),
    actionsColumn((credential) => (
      <div className="flex flex-wrap gap-2">
        <DecisionButtons
          name={`credentials for ${credential.serviceName}`}
          status={credential.status}
          isBusy={busyIds.has(credential.id)}
          onDecide={(decision) => void decide(credential, decision)}
          showsStanding
        />
      </div>
    )),
  ]

  return (
    <OverviewSection
      title="Monitoring Credentials"
      all={{ label: 'All monitoring credentials', path: paths.adminCredentials }}
      isError={list.isError}
      onRetry={() => void list.refetch()}
    >
      <DataTable
        columns={columns}
        rows={list.data?.rows ?? []}
        caption="Monitoring credentials"
        density="dense"
        loading={list.isPending}
        empty={
          <EmptyState
            title="No credit monitoring credentials have been submitted yet."
            description="When an applicant shares a login, it appears here for you to open and decide."
          />
        }
      />
    </OverviewSection>
  )
}
