import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import type { ListedCredential } from '@shared/credentials'
import type { ReviewedFile } from '@shared/files'
import type { ListedUser } from '@shared/users'
import { ownerOf, useCredentialActions } from '@/features/credentials/api'
import { NoAccountBadge } from '@/features/files/file-badges'
import { formatDateTime, fullName } from '@/lib/format'
import type { Page } from '@/lib/http'
import { paths, withQuery } from '@/lib/paths'
import { actionsColumn, timeColumn } from '@/ui/columns'
import { DecisionButtons } from '@/ui/decision-buttons'
import { EmailText } from '@/ui/email-text'
import { TwoLines, UserLink } from '@/ui/text'
import { EmptyState } from '@/ui/empty-state'
import { FileName } from '@/ui/file-name'
import { LoadError, Skeleton } from '@/ui/loaded'
import { StatusBadge } from '@/ui/badge'
import { DataTable, type Column } from '@/ui/table'

export const RecentFiles = ({ list }: { list: UseQueryResult<Page<ReviewedFile>> }) => (
  <RecentList
    title="Recent File Uploads"
    all={{ label: 'All credit reports', path: paths.adminReports }}
    list={list}
    describe={({ fileName, owner }) => ({
      name: <FileName name={fileName} />,
      facts: owner ? <TwoLines text={fullName(owner)} /> : <NoAccountBadge />,
    })}
    empty={
      <EmptyState
        title="No files yet"
        description="Documents appear here as soon as applicants upload them."
      />
    }
  />
)

export const RecentUsers = ({ list }: { list: UseQueryResult<Page<ListedUser>> }) => (
  <RecentList
    title="Recent Users"
    all={{ label: 'All users', path: paths.adminUsers }}
    list={list}
    describe={(user) => ({
      name: <TwoLines text={fullName(user)} />,
      facts: <EmailText email={user.email} />,
    })}
    empty={
      <EmptyState
        title="No users yet"
        description="People appear here as soon as they apply, ready for you to review."
      />
    }
  />
)

interface RecentListProps<Row> {
  title: string
  all: { label: string; path: string }
  list: UseQueryResult<Page<Row>>
  describe: (row: Row) => { name: ReactNode; facts: ReactNode }
  empty: ReactNode
}

/** The newest of a list, two lines each. */
function RecentList<Row extends { id: number; createdAt: string; status: string }>(
  props: RecentListProps<Row>,
) {
  const { title, all, list, describe, empty } = props
  const rows = list.data?.rows
  return (
    <OverviewSection title={title} all={all} list={list}>
      {rows?.length === 0 ? (
        <div className="rounded-xl border bg-white">{empty}</div>
      ) : (
        <ul className="rounded-xl border bg-white" aria-busy={!rows || undefined}>
          {rows?.map((row) => {
            const { name, facts } = describe(row)
            return (
              <li
                key={row.id}
                className="flex items-center gap-4 border-t px-4 py-3 first:border-t-0"
              >
                <div className="min-w-0 flex-1">
                  <Link
                    href={withQuery(all.path, { open: String(row.id) })}
                    className="link flex w-fit max-w-full min-w-0 items-center font-medium pointer-coarse:min-h-11"
                  >
                    {name}
                  </Link>
                  <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                    {facts}
                    <span className="figures whitespace-nowrap">
                      {formatDateTime(row.createdAt)}
                    </span>
                  </div>
                </div>
                <StatusBadge status={row.status} />
              </li>
            )
          }) ?? <Placeholders />}
        </ul>
      )}
    </OverviewSection>
  )
}

function Placeholders() {
  return Array.from({ length: 5 }, (_, index) => (
    <li key={index} aria-hidden="true" className="border-t px-4 py-3 first:border-t-0">
      <Skeleton className="my-1.5 h-4 w-1/2" />
      <Skeleton className="my-1.5 h-3 w-3/4" />
    </li>
  ))
}

interface OverviewSectionProps extends Pick<RecentListProps<unknown>, 'title' | 'all'> {
  list: Pick<UseQueryResult, 'isError' | 'refetch'>
  children: ReactNode
}

/** A short list with its heading and the way to the whole one. */
function OverviewSection({ title, all, list, children }: OverviewSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <Link href={all.path} className="link py-2 text-sm pointer-coarse:py-3">
          {all.label}
        </Link>
      </div>
      {list.isError ? <LoadError what="This list" onRetry={list.refetch} /> : children}
    </section>
  )
}

/** Deciding about the newest shared logins; their passwords come with no call of this page. */
export function CredentialsOverview({ list }: { list: UseQueryResult<Page<ListedCredential>> }) {
  const { decide, busyIds } = useCredentialActions()
  const columns: Column<ListedCredential>[] = [
    {
      header: 'Service',
      className: 'max-w-56',
      cell: ({ serviceName }) => <span className="font-medium wrap-anywhere">{serviceName}</span>,
    },
    {
      header: 'Username',
      className: 'max-w-80',
      cell: ({ username }) => <EmailText email={username} />,
    },
    {
      header: 'Person',
      className: 'max-w-56',
      cell: (credential) => <UserLink user={ownerOf(credential)} without="N/A" />,
    },
    { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    timeColumn({ header: 'Date', value: ({ createdAt }) => createdAt }),
    actionsColumn((credential) => (
      <div className="flex flex-wrap gap-2">
        <DecisionButtons
          name={`credentials for ${credential.serviceName}`}
          status={credential.status}
          isBusy={busyIds.has(credential.id)}
          onDecide={(decision) => void decide(credential, decision)}
          showsCurrent
        />
      </div>
    )),
  ]

  return (
    <OverviewSection
      title="Monitoring Credentials"
      all={{ label: 'All monitoring credentials', path: paths.adminCredentials }}
      list={list}
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
