import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { BulkAction, BulkCheck, BulkList, BulkRun, BulkRunDetails } from '@shared/bulk-runs'
import type { ConcernKind } from '@shared/concerns'
import { formatNumber } from '@/lib/format'
import { post, request } from '@/lib/http'
import { cancelAndInvalidate } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { useSend } from '@/lib/use-send'
import { useUndo } from '@/lib/use-undo'

export const bulkRunsPath = '/api/admin/bulk-runs'
const askAgainMs = 1_000

/**
 * The newest runs of a list; asked for again and again while one of them goes on. Once one has ended, what the
 * lists show is fetched again, even if the run was never seen running.
 */
export const bulkRunsQuery = (of: BulkList) => {
  const path = withQuery(bulkRunsPath, { of })
  return queryOptions<BulkRun[]>({
    queryKey: [path],
    queryFn: async ({ client, queryKey, signal }) => {
      const runs = await request<BulkRun[]>(path, { signal })
      const known = client.getQueryData<BulkRun[]>(queryKey)
      if (known && haveMoreEnded(known, runs)) void refreshLists(client)
      return runs
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? askAgainMs : false),
  })
}

export const isRunning = (run: BulkRun): boolean => run.state === 'running'

function haveMoreEnded(known: readonly BulkRun[], runs: readonly BulkRun[]): boolean {
  const endedBefore = new Set(known.filter((run) => !isRunning(run)).map(({ id }) => id))
  return runs.some((run) => !isRunning(run) && !endedBefore.has(run.id))
}

const refreshLists = (queryClient: QueryClient) =>
  cancelAndInvalidate(queryClient, {
    predicate: ({ queryKey: [path] }) =>
      String(path).startsWith('/api/admin/') && !String(path).startsWith(bulkRunsPath),
  })

/** One run with what was skipped or failed, asked for again once there are more of those. */
export const bulkRunQuery = (id: number, problems: number) =>
  queryOptions({
    queryKey: [`${bulkRunsPath}/${id}`, String(problems)],
    queryFn: ({ signal }) => request<BulkRunDetails>(`${bulkRunsPath}/${id}`, { signal }),
    staleTime: 0,
  })

/** As the API takes it: moments are texts in JSON. */
type BulkSelection =
  | { rows: readonly { id: number; basedOn: string }[] }
  | { filter: Record<string, string>; expected?: number; shownAt?: string }

/** No approval or rejection of many is sent without what was said to speak against some of them. */
export type NewBulkRun = { of: BulkList; selection: BulkSelection } & (
  | { action: 'approve' | 'reject'; reason?: string; accepts: readonly ConcernKind[] }
  | { action: 'ask'; reason: string }
  | { action: 'delete' }
  | { action: 'email'; mail: { subject: string; body: string } }
)

/** Counts now what would speak against approving some of them. */
export const checkBulkRun = (of: BulkList, selection: BulkSelection) =>
  post<BulkCheck>(`${bulkRunsPath}/check`, { of, selection }, { undo: 'none' })

const undoable: ReadonlySet<BulkAction> = new Set(['approve', 'reject', 'ask'])

export function useStartBulkRun() {
  const client = useQueryClient()
  const { sayDone } = useUndo()
  return useSend(
    (run: NewBulkRun) => {
      // If no list of runs has come yet, it counts as empty, so that this run is new in the next one.
      client.setQueryData(bulkRunsQuery(run.of).queryKey, (runs) => (runs ? undefined : []))
      return post<BulkRunDetails>(bulkRunsPath, run, {
        undo: (started) =>
          undoable.has(started.action)
            ? {
                path: `bulk-runs/${started.id}`,
                name: nameAct(started),
                where: window.location.pathname,
                tellsSomeone: true,
              }
            : null,
      })
    },
    {
      onAnswer: (run) => sayDone(`bulk-runs/${run.id}`, nameStart(run)),
      refreshes: [bulkRunsPath],
    },
  )
}

const nouns: Record<BulkList, { singular: string; plural: string }> = {
  users: { singular: 'user', plural: 'users' },
  files: { singular: 'file', plural: 'files' },
  credentials: { singular: 'login', plural: 'logins' },
}

/** '1 user', '1,200 files'; 'all matching users' where the number is not known. */
export function countOf(of: BulkList, count: number | null): string {
  const { singular, plural } = nouns[of]
  if (count === null) return `all matching ${plural}`
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`
}

/** '1,200 Files', for a title or a button. */
export const asTitle = (count: string): string =>
  count.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

const going: Record<BulkAction, string> = {
  approve: 'Approving',
  reject: 'Rejecting',
  ask: 'Asking',
  delete: 'Deleting',
  email: 'Emailing',
  undo: 'Undoing changes to',
}
const done: Record<BulkAction, string> = {
  approve: 'Approved',
  reject: 'Rejected',
  ask: 'Asked',
  delete: 'Deleted',
  email: 'Emailed',
  undo: 'Undid changes to',
}

/** 'Approving 294 users', and once it has ended 'Approved 290 of 294 users'. */
export function nameRun(run: BulkRun): string {
  const all = countOf(run.of, run.total)
  if (run.state === 'running') return `${going[run.action]} ${all}`
  if (run.done === run.total) return `${done[run.action]} ${all}`
  const some = `${done[run.action]} ${formatNumber(run.done)} of ${all}`
  return run.state === 'stopped' ? `Stopped: ${some.charAt(0).toLowerCase()}${some.slice(1)}` : some
}

/** 'Started approving 294 users', which is still true when the run has ended. */
const nameStart = (run: BulkRun): string =>
  `Started ${going[run.action].toLowerCase()} ${countOf(run.of, run.total)}`

/** 'Approved 10 users', as a run is called where it can be undone. */
const nameAct = ({ of, action, total }: BulkRun): string => `${done[action]} ${countOf(of, total)}`
