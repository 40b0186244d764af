import type {
  ShareCredentialsRequest,
  ListedCredential,
  MonitoringCredential,
  OwnCredential,
  SharedCredentials,
} from '@shared/credentials'
import { fullName } from '@/lib/format'
import { post } from '@/lib/http'
import {
  cancelAndInvalidate,
  isListOf,
  pageQuery,
  rowQuery,
  type PageRequest,
} from '@/lib/page-query'
import { pathQuery } from '@/lib/query-client'
import { useDecide } from '@/lib/use-decide'
import { useBusyIds, useDeleteRow } from '@/lib/use-delete-row'
import { useSend } from '@/lib/use-send'

export const ownCredentialsPath = '/api/credit-credentials'
export const credentialsPath = '/api/admin/credentials'
const overviewPath = `${credentialsPath}/overview`
const lists = [credentialsPath, overviewPath].map(isListOf)
const isCredentialList: ReturnType<typeof isListOf> = (query) =>
  lists.some((isList) => isList(query))

export const ownerOf = ({ userId, owner }: ListedCredential) =>
  userId !== null && owner ? { id: userId, name: fullName(owner) } : null

/** With every password: only for the page that shows them. */
export const credentialsQuery = (query: PageRequest) =>
  pageQuery<MonitoringCredential>(credentialsPath, query)

/** The newest, without their passwords. */
export const credentialsOverviewQuery = (query: PageRequest) =>
  pageQuery<ListedCredential>(overviewPath, query)

export const credentialQuery = (id: string) => rowQuery<ListedCredential>(overviewPath, id)

export const credentialsOfUserQuery = (userId: string) =>
  pageQuery<ListedCredential>(overviewPath, { userId })

/** The logins that the person shared: always fetched again, because the administrator may have decided. */
export const ownCredentialsQuery = pathQuery<OwnCredential[]>(ownCredentialsPath, { fresh: true })

export const useShareCredentials = () =>
  useSend((credentials: ShareCredentialsRequest) =>
    post<SharedCredentials>(ownCredentialsPath, credentials),
  )

const changeKey = ['change-credential']

export function useCredentialActions() {
  const decide = useDecide<ListedCredential>({
    kind: 'credential',
    mutationKey: changeKey,
    path: credentialsPath,
    alsoShownIn: [overviewPath],
    nameOf: ({ serviceName }) => serviceName,
    invalidates: () => isCredentialList,
    success: 'Credential status updated successfully',
    failure: 'Error updating credential status',
    failureReason: 'Failed to update credential status',
  })
  const remove = useDeleteRow<ListedCredential>({
    mutationKey: changeKey,
    path: credentialsPath,
    findRow: credentialQuery,
    refresh: (queryClient) => cancelAndInvalidate(queryClient, { predicate: isCredentialList }),
    question: ({ serviceName }) =>
      `Are you sure you want to delete these credentials for ${serviceName}?`,
    noun: 'credentials',
    success: 'Credentials deleted',
  })
  return { decide, remove, busyIds: useBusyIds(changeKey) }
}
