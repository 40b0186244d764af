import { StickyNote, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isWebAddress, type MonitoringCredential } from '@shared/credentials'
import { reviewStatuses, type ReviewStatus } from '@shared/review'
import { formatDateTime } from '@/lib/format'
import { DateTime } from '@/ui/date-time'
import { EmailText } from '@/ui/email-text'
import { RowAction } from '@/ui/row-action'
import { StatusBadge } from '@/ui/status-badge'
import { StatusSelect } from '@/ui/status-select'
import { DataTable, type Column } from '@/ui/table'

interface CredentialsTableProps {
  credentials: MonitoringCredential[]
  isLoading: boolean
  empty: ReactNode
  busyIds: ReadonlySet<number>
  hidesPasswords: boolean
  onDecide: (credential: MonitoringCredential, status: ReviewStatus) => void
  onDelete: (credential: MonitoringCredential) => void
}

/** Shared logins of monitoring services, passwords in clear unless they are hidden. */
export function CredentialsTable(props: CredentialsTableProps) {
  const { credentials, isLoading, empty, hidesPasswords } = props
  const columns: Column<MonitoringCredential>[] = [
    { key: 'id', header: 'ID', cell: ({ id }) => <span className="figures">{id}</span> },
    {
      key: 'service',
      header: 'Service',
      className: 'max-w-36',
      cell: ({ serviceName }) => <span className="font-medium wrap-anywhere">{serviceName}</span>,
    },
    {
      key: 'username',
      header: 'Username',
      className: 'max-w-44 min-w-36',
      cell: ({ username }) => <EmailText email={username} />,
    },
    {
      key: 'password',
      header: 'Password',
      className: 'max-w-44 min-w-28',
      cell: ({ password }) =>
        hidesPasswords ? <HiddenPassword /> : <ClearPassword password={password} />,
    },
    {
      key: 'url',
      header: 'URL',
      className: 'max-w-48 min-w-36',
      cell: ({ serviceUrl }) => <ServiceUrl url={serviceUrl} />,
    },
    {
      key: 'user',
      header: 'User ID',
      cell: ({ userId }) => <span className="figures">{userId ?? 'N/A'}</span>,
    },
    {
      key: 'date',
      header: 'Date',
      cell: ({ createdAt }) => <DateTime text={formatDateTime(createdAt)} />,
    },
    { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'actions',
      header: 'Actions',
      hideLabel: true,
      className: 'stacked:@2xl:col-span-2',
      cell: (credential) => <CredentialControls {...props} credential={credential} />,
    },
  ]

  return (
    <DataTable
      columns={columns}
      rows={credentials}
      rowKey={({ id }) => id}
      caption="Monitoring credentials"
      loading={isLoading}
      empty={empty}
      cardsBelow="65rem"
    />
  )
}

/** Spaces at its ends count, and look-alike letters must be told apart. */
function ClearPassword({ password }: { password: string | null }) {
  if (password === null) return <span className="text-danger">Cannot be decrypted</span>
  return <code className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">{password}</code>
}

function HiddenPassword() {
  return (
    <>
      <span aria-hidden="true">••••••••</span>
      <span className="sr-only">Hidden</span>
    </>
  )
}

function ServiceUrl({ url }: { url: string }) {
  if (!isWebAddress(url)) return <span className="wrap-anywhere">{url}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="link wrap-anywhere">
      {url}
    </a>
  )
}

type CredentialControlsProps = Pick<CredentialsTableProps, 'busyIds' | 'onDecide' | 'onDelete'> & {
  credential: MonitoringCredential
}

function CredentialControls(props: CredentialControlsProps) {
  const { credential, busyIds, onDecide, onDelete } = props
  const { notes, serviceName } = credential
  const isBusy = busyIds.has(credential.id)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StatusSelect
        label={`Status of ${serviceName}`}
        value={credential.status}
        options={reviewStatuses}
        disabled={isBusy}
        onChange={(status) => onDecide(credential, status)}
        className="w-34"
      />
      <div className="-ml-1.5 flex stacked:ml-0 stacked:gap-2">
        {notes ? (
          <RowAction
            label="Notes"
            to={`for ${serviceName}`}
            icon={<StickyNote />}
            onClick={() => window.alert(notes)}
          />
        ) : null}
        <RowAction
          label="Delete"
          to={`credentials for ${serviceName}`}
          icon={<Trash2 />}
          disabled={isBusy}
          onClick={() => onDelete(credential)}
        />
      </div>
    </div>
  )
}
