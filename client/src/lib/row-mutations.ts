import {
  useMutation,
  useQueryClient,
  type MutationKey,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'
import type { TakenDecision } from '@shared/decisions'
import type { Confirmation } from '@shared/errors'
import { request } from './http'
import { fetchAgain, forgetRow, replaceRow, rowQuery } from './page-query'

type AnyQuery = Pick<Query, 'queryKey'>

interface RowMutation {
  /** Shared by everything that changes a row of this kind: `useBusyIds` counts by it. */
  mutationKey: MutationKey
  /** The list that the row belongs to. */
  path: string
}

interface DecisionMutation<Decision> extends RowMutation {
  /** Other lists that show the row. */
  alsoShownIn?: readonly string[]
  /** The queries that the decision leaves out of date, beside the people's histories. */
  outdates: (decision: Decision & { id: number }) => (query: AnyQuery) => boolean
  /** The message when the server gives none. */
  failure?: string
}

/** Sends a decision about a row, and shows it in every page of its lists. */
export function useSendDecision<Row extends { id: number }, Decision extends object>({
  mutationKey,
  path,
  alsoShownIn = [],
  outdates,
  failure,
}: DecisionMutation<Decision>) {
  const queryClient = useQueryClient()

  function outdatedBy(decision: Decision & { id: number }) {
    const isOutdated = outdates(decision)
    return { predicate: (query: AnyQuery) => isOutdated(query) || isHistory(query) }
  }

  return useMutation({
    mutationKey,
    mutationFn: ({ id, ...decision }: Decision & { id: number }) =>
      request<Row & TakenDecision>(`${path}/${id}/status`, {
        method: 'PATCH',
        body: decision,
        ...(failure && { failure }),
      }),
    onSuccess: async (changed, decision) => {
      // An answer that is on its way tells of the time before; what was fetched ahead is about someone else.
      await queryClient.cancelQueries({ ...outdatedBy(decision), type: 'active' })
      for (const list of [path, ...alsoShownIn]) replaceRow(queryClient, list, changed)
    },
    onSettled: async (_changed, refusal, decision) => {
      const outdated = outdatedBy(decision)
      // Someone else has decided meanwhile: nothing more until that is to be seen.
      if (refusal) return fetchAgain(queryClient, outdated)
      await queryClient.invalidateQueries({ ...outdated, refetchType: 'none' })
      // The review goes on to the next row first: what was open until now is not fetched once more.
      setTimeout(() => {
        const active = { ...outdated, type: 'active', stale: true } as const
        void queryClient.refetchQueries(active, { cancelRefetch: false })
      })
    },
  })
}

const isHistory = ({ queryKey }: AnyQuery) =>
  /^\/api\/admin\/users\/\d+\/history/.test(String(queryKey[0]))

interface DeleteMutation extends RowMutation {
  /** The list that single rows are asked of, if it is another one. */
  rowPath?: string
  /** How a single row is asked for, if otherwise. */
  findRow?: (id: string) => { queryKey: readonly unknown[] }
  /** Fetches what showed the row anew. */
  refresh: (queryClient: QueryClient) => Promise<void>
}

export function useDeleteRow(options: DeleteMutation) {
  const { mutationKey, path, rowPath = path, refresh } = options
  const { findRow = (id: string) => rowQuery(rowPath, id) } = options
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey,
    mutationFn: ({ id }: { id: number }) =>
      request<Confirmation>(`${path}/${id}`, { method: 'DELETE' }),
    onSuccess: (_deleted, { id }) => forgetRow(queryClient, findRow(String(id))),
    onSettled: () => refresh(queryClient),
  })
}
