import { useMutationState, type MutationKey } from '@tanstack/react-query'

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
