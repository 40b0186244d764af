import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import {
  cancelAndInvalidate,
  isListOf,
  pageQuery,
  rowQuery,
  type PageRequest,
} from '@/lib/page-query'
import { useBusyIds, useDeleteRow } from '@/lib/use-delete-row'
import { useDecide } from '@/lib/use-decide'

export const usersPath = '/api/admin/users'

export const usersQuery = (
  query: PageRequest & {
    emailChange?: string | undefined
    email?: string | undefined
    asked?: string
    snoozed?: string
  },
) => pageQuery<ListedUser>(usersPath, query)

/** A person of any kind: a link may lead to a referrer as well. */
export const userQuery = (id: string) => rowQuery<ListedUser>(usersPath, id, { kind: 'any' })

const proofPaths = ['/api/admin/files', '/api/admin/credentials']

export const changeUserKey = ['change-user']

const isOfAdmin = (query: { queryKey: readonly unknown[] }) =>
  String(query.queryKey[0]).startsWith('/api/admin/')

export function isProofOf(userId: number) {
  const shows = ({ searchParams }: URL) =>
    [null, String(userId)].includes(searchParams.get('userId'))
  return (query: { queryKey: readonly unknown[] }) => {
    const url = new URL(String(query.queryKey[0]), window.location.origin)
    return proofPaths.some((path) => url.pathname.startsWith(path)) && shows(url)
  }
}

/** Matches queries that show the reward for referring someone, which depends on their status. */
const isReferralOf = (userId: number) => (query: { queryKey: readonly unknown[] }) =>
  isListOf(`${usersPath}/${userId}/referrals`)(query) ||
  isListOf('/api/admin/referred-people')(query)

export const whatGoes =
  'This removes their details, their documents with every earlier version and backup copy, their shared logins, our emails to them, and their sessions. It can’t be undone. The audit trail keeps a record of the deletion.'

/** Matches questions to someone: a decision about them ends those. */
const isQuestionTo = (userId: number) => isListOf(`${usersPath}/${userId}/questions`)

/** The score, which a decision takes. */
const isScoreOf = (userId: number) => isListOf(`${usersPath}/${userId}/score`)

export function useUserActions() {
  const decide = useDecide<ListedUser>({
    kind: 'user',
    mutationKey: changeUserKey,
    path: usersPath,
    nameOf: fullName,
    invalidates: ({ id, status }) => {
      const isProof = status === 'pending' ? () => false : isProofOf(id)
      return (query) =>
        isListOf(usersPath)(query) ||
        isReferralOf(id)(query) ||
        isQuestionTo(id)(query) ||
        isScoreOf(id)(query) ||
        isProof(query)
    },
    success: 'Status updated successfully',
    failure: 'Failed to update user status',
  })
  const remove = useDeleteRow<ListedUser>({
    mutationKey: changeUserKey,
    path: usersPath,
    findRow: userQuery,
    // The user's files and credentials are gone as well.
    refresh: (queryClient) => cancelAndInvalidate(queryClient, { predicate: isOfAdmin }),
    question: (user) => `Are you sure you want to delete user ${fullName(user)}?\n\n${whatGoes}`,
    noun: 'user',
    success: 'User deleted',
  })
  return { decide, remove, busyIds: useBusyIds(changeUserKey) }
}
