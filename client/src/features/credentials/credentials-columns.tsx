import { StickyNote, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MonitoringCredential } from '@shared/credentials'
import { reviewStatuses } from '@shared/list-choices'
import type { ReviewStatus } from '@shared/review'
import { formatDate } from '@/lib/format'
import { sortedBy } from '@/ui/column-sort'
import {
  actionsColumn,
  dateColumn,
  figuresColumn,
  type ListContext,
  OpenButton,
} from '@/ui/columns'
import { CopyButton } from '@/ui/copy-button'
import { ListedEmail } from '@/ui/email-text'
import { AskedMark, RowAction, selectable, StatusSelect } from '@/ui/row-parts'
import type { Column } from '@/ui/table'
import { TwoLines, UserLink } from '@/ui/text'
import { ownerOf } from './api'
import { ClearPassword, HiddenPassword, ServiceUrl } from './login-values'

interface CredentialsContext extends ListContext<MonitoringCredential> {
  busyIds: ReadonlySet<number>
  hidesPasswords: boolean
  onDecide: (credential: MonitoringCredential, status: ReviewStatus) => void
  onDelete: (credential: MonitoringCredential) => void
}

export function credentialsColumns(context: CredentialsContext): Column<MonitoringCredential>[] {
  const { busyIds, hidesPasswords, isCompact, sorting, selection, onDecide, onOpen } = context
  return [
    figuresColumn({ header: 'ID', isSecondary: true, value: ({ id }) => id }),
    selectable(selection, describeLogin, {
      header: 'Service',
      isBrief: true,
      className: isCompact ? 'w-2/5 max-w-0' : 'w-1/4 max-w-0 narrow:w-1/3',
      cell: (credential) => (
        <>
          <OpenButton
            className="narrow:items-end narrow:leading-5"
            onOpen={() => onOpen(credential)}
          >
            {/* Narrow, its address is below it. */}
            <TwoLines text={credential.serviceName} className="narrow:line-clamp-1" />
          </OpenButton>
          <InNarrow>
            <span className="block pointer-coarse:pb-2">
              <ServiceUrl url={credential.serviceUrl} />
            </span>
          </InNarrow>
        </>
      ),
    }),
    {
      header: 'Username',
      isBrief: true,
      className: isCompact ? 'w-3/5 max-w-0' : 'w-1/3 max-w-0 narrow:w-1/2',
      cell: (credential) => (
        <Copyable label={`Copy username for ${credential.serviceName}`} text={credential.username}>
          <ListedEmail email={credential.username} />
          <InNarrow>
            <span className="block truncate">
              <span>ID {credential.id} · User </span>
              <Owner credential={credential} />
              <span> · {formatDate(credential.createdAt)}</span>
            </span>
          </InNarrow>
        </Copyable>
      ),
    },
    {
      header: 'Password',
      cell: ({ password, serviceName }) => (
        <Copyable label={`Copy password for ${serviceName}`} text={password}>
          {hidesPasswords && password !== null ? (
            <HiddenPassword password={password} serviceName={serviceName} />
          ) : (
            <ClearPassword password={password} />
          )}
        </Copyable>
      ),
    },
    {
      header: 'URL',
      isSecondary: true,
      className: 'w-1/5 max-w-0',
      cell: ({ serviceUrl }) => <ServiceUrl url={serviceUrl} />,
    },
    {
      header: 'User ID',
      isSecondary: true,
      className: 'w-1/5 max-w-0',
      cell: (credential) => (
        <span className="line-clamp-2 leading-4.5 stacked:line-clamp-none stacked:leading-normal">
          <Owner credential={credential} />
        </span>
      ),
    },
    dateColumn({
      header: 'Date',
      isSecondary: true,
      sort: sortedBy(sorting, { ascending: 'oldest', descending: 'newest' }),
      value: ({ createdAt }) => createdAt,
    }),
    {
      header: 'Status',
      isBrief: true,
      cell: (credential) => (
        <span className="inline-flex items-center gap-1.5">
          <StatusSelect
            label={`Status of ${credential.serviceName}`}
            value={credential.status}
            options={reviewStatuses}
            disabled={busyIds.has(credential.id)}
            onChange={(status) => onDecide(credential, status)}
          />
          {credential.status === 'pending' ? (
            <AskedMark askedAt={credential.owner?.askedAt} />
          ) : null}
        </span>
      ),
    },
    actionsColumn((credential) => <CredentialControls {...context} credential={credential} />),
  ]
}

/** A service is shared by many. */
const describeLogin = ({ serviceName, username }: MonitoringCredential) =>
  `${username} at ${serviceName}`

/** In a second line where the table has no room for the columns that say it. */
const InNarrow = ({ children }: { children: ReactNode }) => (
  <span className="hidden text-xs leading-4 text-muted narrow:block">{children}</span>
)

function Copyable(props: { label: string; text: string | null; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0">{props.children}</span>
      {props.text === null ? null : <CopyButton label={props.label} text={props.text} />}
    </span>
  )
}

function Owner({ credential }: { credential: MonitoringCredential }) {
  const owner = ownerOf(credential)
  return (
    <>
      <span className="figures">{credential.userId ?? 'N/A'} </span>
      {owner ? <UserLink user={owner} without="" /> : null}
    </>
  )
}

type CredentialControlsProps = Pick<CredentialsContext, 'busyIds' | 'onDelete'> & {
  credential: MonitoringCredential
}

function CredentialControls(props: CredentialControlsProps) {
  const { credential, busyIds, onDelete } = props
  const { notes, serviceName } = credential
  const isBusy = busyIds.has(credential.id)
  return (
    <div className="-ml-1.5 flex justify-end stacked:ml-0">
      {notes ? (
        <RowAction
          label="Notes"
          to={`for ${serviceName}`}
          icon={<StickyNote />}
          onClick={() => window.alert(notes)}
        />
      ) : null}
      <span className="stacked:ml-auto">
        <RowAction
          label="Delete"
          to={`credentials for ${serviceName}`}
          icon={<Trash2 />}
          disabled={isBusy}
          onClick={() => onDelete(credential)}
        />
      </span>
    </div>
  )
}
