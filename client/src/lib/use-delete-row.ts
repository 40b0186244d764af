import { type MutationKey, type QueryClient, useMutationState } from '@tanstack/react-query'
import type { Confirmation } from '@shared/errors'
import { del } from './http'
import { clearCachedRow, rowQuery } from './page-query'
import { toastDeletionError } from './toast-store'
import { useAction } from './use-action'

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

/** Deletes a row of a list after asking, says the outcome, and returns whether it was deleted. */
export function useDeleteRow<Row extends { id: number }>(options: DeleteOptions<Row>) {
  const { mutationKey: key, path, refresh, question, noun, success: done } = options
  const { findRow = (id: string) => rowQuery(path, id) } = options
  const deletion = useAction({
    key,
    ask: ({ asked }: { id: number; asked: string }) => asked,
    send: ({ id }) => del<Confirmation>(`${path}/${id}`),
    onAnswer: (_deleted, client, { id }) => {
      clearCachedRow(client, findRow(String(id)))
      return refresh(client)
    },
    onRefusal: (_error, client) => refresh(client),
    done,
    failure: (error) => toastDeletionError(noun, error),
  })
  // What is sent is kept for minutes: not the row, which may hold a password.
  return (row: Row) => deletion.act({ id: row.id, asked: question(row) })
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
