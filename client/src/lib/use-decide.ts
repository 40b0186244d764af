import {
  useMutation,
  useQueryClient,
  type MutationKey,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'
import type { ConcernKind } from '@shared/concerns'
import type { DecisionKind, TakenDecision } from '@shared/decisions'
import type { DecisionBasis, ReviewStatus, SettledItems } from '@shared/review'
import { listAgainst } from '@shared/verdict'
import { useUndo, whileActing } from './use-undo'
import { askAnyway, askForReason } from './decisions'
import { request } from './http'
import { cancelAndInvalidate, replaceRow } from './page-query'
import { pathQuery } from './query-client'
import { toast, toastError } from './toast-store'
import { watchForDialog } from './top-dialog'

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
  invalidates: (decision: { id: number; status: ReviewStatus }) => (query: AnyQuery) => boolean
  success: string
  failure: string
  /** Why it failed, when the server does not say. */
  failureReason?: string
}

interface Based {
  id: number
  reason: string | undefined
  basedOn: ReviewStatus
  basedOnVersion: string | undefined
}

/** No decision of a page is sent without what it rests on, and no approval without what was asked before it. */
type Decision = Based &
  (
    | { status: 'pending' }
    | {
        status: 'approved' | 'rejected'
        settles: SettledItems | undefined
        accepts: readonly ConcernKind[]
      }
  )

const deciding = new Set<string>()

/** The basis of a decision now, and concerns about an approval. */
export const basisQuery = (kind: DecisionKind, id: number) =>
  pathQuery<DecisionBasis>(`${basisPath}${kind}/${id}`, { fresh: true })

/**
 * Takes decisions about rows of a list: asks why when it is a rejection, and once when something speaks against an
 * approval, shows the decision in every list, says what was done, and offers to undo it.
 */
export function useDecide<Row extends Decidable>(options: DecideOptions<Row>) {
  const { kind, mutationKey, path, alsoShownIn = [], nameOf, success, failure } = options
  const { failureReason } = options
  const queryClient = useQueryClient()
  const { sayDone } = useUndo()

  function invalidatedBy(decision: { id: number; status: ReviewStatus }) {
    const isInvalidated = options.invalidates(decision)
    return (query: AnyQuery) => isInvalidated(query) || isHistory(query) || isBasis(query)
  }

  const sending = useMutation({
    mutationKey,
    mutationFn: ({ id, name, ...body }: Decision & { name: string }) =>
      request<Row & TakenDecision>(`${path}/${id}/status`, {
        method: 'PATCH',
        body,
        undo: ({ decisionId }) => ({
          path: `decisions/${decisionId}`,
          name,
          where: window.location.pathname,
          tellsSomeone: true,
        }),
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

  /** The basis of the decision; null when it is called off. */
  async function prepare(row: Row, status: ReviewStatus, reason: string): Promise<Decision | null> {
    const based: Based = {
      id: row.id,
      reason: reason || undefined,
      basedOn: row.status,
      basedOnVersion: row.version,
    }
    if (status === 'pending') return { ...based, status }
    const pressedAt = window.location.href
    const isCovered = watchForDialog()
    const basis = await queryClient.fetchQuery({ ...basisQuery(kind, row.id), staleTime: 0 })
    const { settles, concerns } = basis
    const against = status === 'approved' ? listAgainst(basis) : []
    // Over someone else who was opened meanwhile, it would be answered about them; over an email, by what is typed there.
    const wasCovered = isCovered()
    const isLeft = () => against.length > 0 && (wasCovered || window.location.href !== pressedAt)
    const isAnswered =
      against.length === 0 || (!isLeft() && (await askAnyway({ name: nameOf(row), against })))
    if (isLeft()) toast({ title: 'Not approved', description: nameOf(row), isNeutral: true })
    if (isLeft() || !isAnswered) return null
    const accepts = status === 'approved' ? concerns.map((concern) => concern.kind) : []
    return { ...based, status, settles: settles ?? undefined, accepts }
  }

  /** Returns whether the decision was taken. */
  return async function decide(row: Row, status: ReviewStatus) {
    const name = nameOf(row)
    const answer = status === 'rejected' ? await askForReason({ kind, name, of: row.id }) : null
    if (status === 'rejected' && !answer) return false
    // A key may be pressed twice before the first decision is on its way.
    const subject = `${kind} ${row.id}`
    if (deciding.has(subject)) return false
    deciding.add(subject)
    try {
      const isTaken = await whileActing(takeDecision(row, status, answer?.words ?? ''))
      if (isTaken) answer?.forget()
      return isTaken
    } catch (error) {
      toastError(failure, error)
      return false
    } finally {
      deciding.delete(subject)
    }
  }

  async function takeDecision(row: Row, status: ReviewStatus, reason: string): Promise<boolean> {
    const decision = await prepare(row, status, reason)
    if (!decision) return false
    const settled = decision.status === 'approved' ? nameSettled(decision.settles) : []
    const name = describe(status, listWords([nameOf(row), ...settled]), reason)
    const { decisionId } = await sending.mutateAsync({ ...decision, name })
    sayDone(`decisions/${decisionId}`, success, name)
    return true
  }
}

/** '2 documents', '1 login' and 'a score of 742', as far as they are settled. */
export function nameSettled(settles: SettledItems | null | undefined): string[] {
  if (!settles) return []
  const { files, credentials, score } = settles
  return [
    ...countItems(files, 'document'),
    ...countItems(credentials, 'login'),
    ...(score ? [`a score of ${score.score}`] : []),
  ]
}

const countItems = ({ length }: readonly unknown[], noun: string): string[] =>
  length === 0 ? [] : [`${length} ${noun}${length === 1 ? '' : 's'}`]

/** 'Ada Park, 2 documents, and a score of 742'. */
export const listWords = (words: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(words)

/** Bases of decisions: anything that was opened, confirmed or decided changes them. */
export const basisPath = '/api/admin/decision-basis/'
export const verdictsPath = '/api/admin/users/verdicts'

const isBasis = ({ queryKey }: AnyQuery) =>
  [basisPath, verdictsPath].some((path) => String(queryKey[0]).startsWith(path))

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

/** The length that fits into a toast, on one line. */
export function shorten(reason: string): string {
  const letters = Array.from(reason.replace(/\s+/g, ' '))
  if (letters.length <= mostLetters) return letters.join('')
  return `${letters.slice(0, mostLetters).join('').trimEnd()}…`
}
