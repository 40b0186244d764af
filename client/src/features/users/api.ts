import { useMutation } from '@tanstack/react-query'
import type { Confirmation } from '@shared/errors'
import type { ListedUser, UserDecision } from '@shared/users'
import { request } from '@/lib/http'
import { fetchAgain, isListOf, pageQuery, rowQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { useDeleteRow, useSendDecision } from '@/lib/row-mutations'
import { useBusyIds } from '@/lib/use-busy-ids'

export const usersPath = '/api/admin/users'

export const usersQuery = (query: PageRequest & { emailChange?: string | undefined }) =>
  pageQuery<ListedUser>(withQuery(usersPath, query))

/** Whoever it is: a link may lead to a referrer as well. */
export const userQuery = (id: string) => rowQuery<ListedUser>(usersPath, id, { kind: 'any' })

const proofPaths = ['/api/admin/files', '/api/admin/credentials']

const changeKey = ['change-user']

/** The lists of documents and logins too. */
export const isOfAdmin = (query: { queryKey: readonly unknown[] }) =>
  String(query.queryKey[0]).startsWith('/api/admin/')

/** Lists that show someone's documents and logins. */
function isProofOf(userId: number) {
  const shows = ({ searchParams }: URL) =>
    [null, String(userId)].includes(searchParams.get('userId'))
  return (query: { queryKey: readonly unknown[] }) => {
    const url = new URL(String(query.queryKey[0]), window.location.origin)
    return proofPaths.some((path) => url.pathname.startsWith(path)) && shows(url)
  }
}

/** What tells of the reward for referring someone, which goes by their status. */
const isReferralOf = (userId: number) => (query: { queryKey: readonly unknown[] }) =>
  isListOf(`${usersPath}/${userId}/referrals`)(query) ||
  isListOf('/api/admin/referred-people')(query)

/** The users about whom a request is under way. */
export const useBusyUsers = () => useBusyIds(changeKey)

export const useSetUserStatus = () =>
  useSendDecision<ListedUser, UserDecision>({
    mutationKey: changeKey,
    path: usersPath,
    outdates: ({ id, alsoApprove }) => {
      const isProof = alsoApprove ? isProofOf(id) : () => false
      return (query) => isListOf(usersPath)(query) || isReferralOf(id)(query) || isProof(query)
    },
  })

export const useDeleteUser = () =>
  useDeleteRow({
    mutationKey: changeKey,
    path: usersPath,
    findRow: userQuery,
    // The user's files and credentials are gone as well.
    refresh: (queryClient) => fetchAgain(queryClient, { predicate: isOfAdmin }),
  })

export function useEndUserSessions() {
  return useMutation({
    mutationFn: ({ id }: { id: number }) =>
      request<Confirmation>(`${usersPath}/${id}/sessions`, { method: 'DELETE' }),
  })
}
