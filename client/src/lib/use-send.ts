import {
  useMutation,
  useQueryClient,
  type MutationKey,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

export interface SendOptions<Answer, Input> {
  /** The query that the answer is the data of from now on. */
  sets?: QueryKey | ((answer: Answer) => QueryKey)
  /**
   * Paths of what the call leaves out of date, whatever their query; one that ends with a slash is everything below it.
   * They are fetched again after a refusal too: someone else may have been first.
   */
  refreshes?: readonly string[] | ((input: Input) => readonly string[])
  /** Called with an answer, for all else that it changes. */
  onAnswer?: (answer: Answer, client: QueryClient, sent: Input) => unknown
  /** Called with a refusal. */
  onRefusal?: (error: unknown, client: QueryClient, sent: Input) => unknown
  /** The answer is kept no longer than what shows it. */
  isSecret?: boolean
  /** Calls of one queue are sent one after the other. */
  queue?: string
  /** Shared by all that changes a row of this kind: `useBusyIds` counts by it. */
  key?: MutationKey
}

/** Money moved, say: every page of the administrator that sums it up is out of date. */
export const everyAdminPage = ['/api/admin/']

/** A call that changes something, and what is shown anew because of it. */
export function useSend<Answer, Input = void>(
  call: (input: Input) => Promise<Answer>,
  options: SendOptions<Answer, Input> = {},
) {
  const client = useQueryClient()
  const { sets, refreshes = [], onAnswer, onRefusal, isSecret, queue, key } = options
  return useMutation({
    ...(key && { mutationKey: key }),
    ...(queue && { scope: { id: queue } }),
    ...(isSecret && { gcTime: 0 }),
    mutationFn: call,
    onSuccess: (answer, input) => {
      if (sets) client.setQueryData(typeof sets === 'function' ? sets(answer) : sets, answer)
      return onAnswer?.(answer, client, input)
    },
    onError: (error, input) => onRefusal?.(error, client, input),
    onSettled: (_answer, _refusal, input) =>
      refresh(client, typeof refreshes === 'function' ? refreshes(input) : refreshes),
  })
}

/** Fetches again what is shown of these paths, and the rest once it is shown. */
export const refresh = (client: QueryClient, paths: readonly string[]): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [key] }) => paths.some((path) => isPartOf(String(key), path)),
  })

const isPartOf = (key: string, path: string) =>
  path.endsWith('/') ? key.startsWith(path) : key.split('?', 1)[0] === path
