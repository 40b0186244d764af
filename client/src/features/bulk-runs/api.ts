import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { BulkList, BulkRun, BulkRunDetails, BulkRunRequest } from '@shared/bulk-runs'
import { request } from '@/lib/http'
import { cancelAndInvalidate } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'

const runsPath = '/api/admin/bulk-runs'
const askAgainMs = 1_000

/**
 * The newest runs of a list; asked for again and again while one of them goes on. Once one has ended, what the
 * lists show is fetched again, even if the run was never seen running.
 */
export const bulkRunsQuery = (of: BulkList) => {
  const path = withQuery(runsPath, { of })
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
      String(path).startsWith('/api/admin/') && !String(path).startsWith(runsPath),
  })

/** One run with what was skipped or failed, asked for again once there are more of those. */
export const bulkRunQuery = (id: number, problems: number) =>
  queryOptions({
    queryKey: [`${runsPath}/${id}`, String(problems)],
    queryFn: ({ signal }) => request<BulkRunDetails>(`${runsPath}/${id}`, { signal }),
    staleTime: 0,
  })

/** As the API takes it: moments are texts in JSON. */
export type NewBulkRun = Pick<BulkRunRequest, 'of' | 'action' | 'reason'> & {
  selection:
    | { rows: readonly { id: number; basedOn: string }[] }
    | { filter: Record<string, string>; expected?: number; shownAt?: string }
  mail?: { subject: string; body: string }
}

export function useStartBulkRun() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (run: NewBulkRun) =>
      request<BulkRunDetails>(runsPath, { method: 'POST', body: run }),
    // If no list of runs has come yet, it counts as empty, so that this run is new in the next one.
    onMutate: ({ of }) => {
      queryClient.setQueryData(bulkRunsQuery(of).queryKey, (runs) => (runs ? undefined : []))
    },
    onSettled: (_run, _error, { of }) => queryClient.invalidateQueries(bulkRunsQuery(of)),
  })
}

export function useStopBulkRun() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: BulkRun) =>
      request<BulkRunDetails>(`${runsPath}/${id}/stop`, { method: 'POST' }),
    onSettled: (_run, _error, { of }) => queryClient.invalidateQueries(bulkRunsQuery(of)),
  })
}
