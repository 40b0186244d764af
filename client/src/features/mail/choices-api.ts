import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Confirmation } from '@shared/errors'
import type { DeclineByLinkRequest, LinkedMailKind, MailChoice } from '@shared/mail-choices'
import { request } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'

const ownPath = '/api/mail-choices'

export const mailKindNames: Record<LinkedMailKind, string> = {
  'referral-signed-up': 'When someone signs up through your link',
  'referral-approved': 'When one of your referrals is approved',
  payout: 'When a payout is sent',
  email: 'Other emails from our team, such as news and offers',
}

export const mailChoicesQuery = pathQuery<MailChoice[]>(ownPath)

export function useChangeMailChoice() {
  const queryClient = useQueryClient()
  return useMutation({
    // One after the other: each answer has all choices, and an earlier one must not overwrite a later one.
    scope: { id: ownPath },
    mutationFn: ({ kind, isWanted }: MailChoice) =>
      request<MailChoice[]>(`${ownPath}/${kind}`, { method: 'PUT', body: { isWanted } }),
    onSuccess: (choices) => queryClient.setQueryData(mailChoicesQuery.queryKey, choices),
  })
}

/** Without a login, by the link in an email. */
export function useDeclineByLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: DeclineByLinkRequest) =>
      request<Confirmation>(`${ownPath}/decline`, { method: 'POST', body }),
    // The person who is logged in here may be the one whose emails they are.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: mailChoicesQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ['/api/consents'] })
    },
  })
}
