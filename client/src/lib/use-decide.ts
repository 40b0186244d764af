import {
  useMutation,
  useQueryClient,
  type MutationKey,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'
import type { DecisionKind, TakenDecision } from '@shared/decisions'
import type { ReviewStatus } from '@shared/review'
import type { WaitingOfUser } from '@shared/users'
import { askForReason, trackAct } from './decisions'
import { request } from './http'
import { cancelAndInvalidate, replaceRow } from './page-query'
import { toastError } from './toast-error'
import { toast } from './toast-store'
import { useUndo } from './use-undo'

export const undoMs = 10_000

type AnyQuery = Pick<Query, 'queryKey'>

interface Decidable {
  id: number
  status: ReviewStatus
  /** Names the content that was seen. */
  version?: string
}

interface DecideOptions<Row> {
  kind: DecisionKind
  /** Shared by everything that changes a row of this kind: `useBusyIds` counts by it. */
  mutationKey: MutationKey
  /** The list that the row belongs to. */
  path: string
  /** Other lists that show the row. */
  alsoShownIn?: readonly string[]
  nameOf: (row: Row) => string
  /** The queries that a decision leaves out of date, in addition to the people's histories. */
  invalidates: (decision: Decision) => (query: AnyQuery) => boolean
  success: string
  failure: string
  /** Why it failed, when the server does not say. */
  failureReason?: string
}

interface Decision {
  id: number
  status: ReviewStatus
  reason: string | undefined
  basedOn: ReviewStatus
  basedOnVersion: string | undefined
  alsoApprove: WaitingOfUser | undefined
}

/** What is approved in the same act as a person, and what it is called: '2 documents and 1 login'. */
export interface AlsoApproved {
  waiting: WaitingOfUser
  text: string
}

/**
 * Takes decisions about rows of a list: asks why when it is a rejection, shows the decision in every list, says
 * what was done, and offers to undo it.
 */
export function useDecide<Row extends Decidable>(options: DecideOptions<Row>) {
  const { kind, mutationKey, path, alsoShownIn = [], nameOf, success, failure } = options
  const { failureReason } = options
  const queryClient = useQueryClient()
  const undo = useUndo()

  function invalidatedBy(decision: Decision) {
    const isInvalidated = options.invalidates(decision)
    return (query: AnyQuery) => isInvalidated(query) || isHistory(query)
  }

  const sending = useMutation({
    mutationKey,
    mutationFn: ({ id, ...body }: Decision) =>
      request<Row & TakenDecision>(`${path}/${id}/status`, {
        method: 'PATCH',
        body,
        ...(failureReason && { failure: failureReason }),
      }),
    onSuccess: (changed, decision) =>
      showChange(queryClient, changed, {
        predicate: invalidatedBy(decision),
        lists: [path, ...alsoShownIn],
      }),
    onSettled: (_changed, refusal, decision) =>
      refreshAfter(queryClient, refusal, invalidatedBy(decision)),
  })

  /** Returns whether the decision was taken. */
  return async function decide(row: Row, status: ReviewStatus, also?: AlsoApproved) {
    const name = nameOf(row)
    const reason = status === 'rejected' ? await askForReason({ kind, name }) : ''
    if (reason === null) return false
    const decision: Decision = {
      id: row.id,
      status,
      reason: reason || undefined,
      basedOn: row.status,
      basedOnVersion: row.version,
      alsoApprove: also?.waiting,
    }
    try {
      const act = await trackAct(
        sending.mutateAsync(decision),
        ({ decisionId }) => `decisions/${decisionId}`,
      )
      toast({
        title: success,
        description: describe(status, name, reason) + (also ? ` and ${also.text}` : ''),
        action: { label: 'Undo', onClick: () => void undo(act) },
        duration: undoMs,
      })
      return true
    } catch (error) {
      toastError(failure, error)
      return false
    }
  }
}

type Predicate = (query: AnyQuery) => boolean

/** Shows the row as it is now in every list. */
export async function showChange(
  queryClient: QueryClient,
  changed: { id: number },
  { predicate, lists }: { predicate: Predicate; lists: readonly string[] },
): Promise<void> {
  // Requests in flight carry stale data; what was prefetched is about someone else.
  await queryClient.cancelQueries({ predicate, type: 'active' })
  for (const list of lists) replaceRow(queryClient, list, changed)
}

/** Refetches what a change left out of date. */
export async function refreshAfter(
  queryClient: QueryClient,
  refusal: unknown,
  predicate: Predicate,
): Promise<void> {
  // On conflict, refetch before the next decision.
  if (refusal) return cancelAndInvalidate(queryClient, { predicate })
  await queryClient.invalidateQueries({ predicate, refetchType: 'none' })
  // The review opens the next row first, so that the row it leaves is not refetched.
  setTimeout(() => {
    const active = { predicate, type: 'active', stale: true } as const
    void queryClient.refetchQueries(active, { cancelRefetch: false })
  })
}

const isHistory = ({ queryKey }: AnyQuery) =>
  /^\/api\/admin\/users\/\d+\/history/.test(String(queryKey[0]))

function describe(status: ReviewStatus, name: string, reason: string): string {
  if (status === 'pending') return `Set ${name} to pending`
  if (status === 'approved') return `Approved ${name}`
  return reason ? `Rejected ${name}: ${shorten(reason)}` : `Rejected ${name}`
}

const mostLetters = 120

/** What fits into a toast, on one line. */
export function shorten(reason: string): string {
  const letters = Array.from(reason.replace(/\s+/g, ' '))
  if (letters.length <= mostLetters) return letters.join('')
  return `${letters.slice(0, mostLetters).join('').trimEnd()}…`
}
