import {
  type MutationKey,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import type { Confirmation } from '@shared/errors'
import { request } from './http'
import { clearCachedRow, rowQuery } from './page-query'
import { toast, toastDeletionError } from './toast-store'

interface DeleteOptions<Row> {
  /** Shared by everything that changes a row of this kind: `useBusyIds` counts by it. */
  mutationKey: MutationKey
  /** The list that the row belongs to. */
  path: string
  /** How a single row is asked for, if otherwise. */
  findRow?: (id: string) => { queryKey: readonly unknown[] }
  /** Refetches what showed the row. */
  refresh: (queryClient: QueryClient) => Promise<void>
  question: (row: Row) => string
  /** The noun: 'file'. */
  noun: string
  success: string
}

/** Deletes a row of a list after asking, and says the outcome. */
export function useDeleteRow<Row extends { id: number }>(options: DeleteOptions<Row>) {
  const { mutationKey, path, refresh, question, noun, success } = options
  const { findRow = (id: string) => rowQuery(path, id) } = options
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationKey,
    mutationFn: ({ id }: { id: number }) =>
      request<Confirmation>(`${path}/${id}`, { method: 'DELETE' }),
    onSuccess: (_deleted, { id }) => clearCachedRow(queryClient, findRow(String(id))),
    onSettled: () => refresh(queryClient),
  })

  /** Returns whether it was deleted. */
  return async function remove(row: Row): Promise<boolean> {
    if (!window.confirm(question(row))) return false
    try {
      await deletion.mutateAsync({ id: row.id })
      toast({ title: success })
      return true
    } catch (error) {
      toastDeletionError(noun, error)
      return false
    }
  }
}

/** Every mutation under this key is about one record, named by the id among its variables. */
export function useBusyIds(mutationKey: MutationKey): ReadonlySet<number> {
  const ids = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => getId(state.variables),
  })
  return new Set(ids.filter((id) => id !== null))
}

function getId(variables: unknown): number | null {
  const isRecord = typeof variables === 'object' && variables !== null && 'id' in variables
  return isRecord && typeof variables.id === 'number' ? variables.id : null
}
