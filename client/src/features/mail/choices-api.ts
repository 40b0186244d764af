import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MailChoice } from '@shared/mail-choices'
import { request } from '@/lib/http'
import { getQueryFn } from '@/lib/query-client'

const ownPath = '/api/mail-choices'

export const mailChoicesQuery = queryOptions({
  queryKey: [ownPath],
  queryFn: getQueryFn<MailChoice[]>({ on401: 'throw' }),
})

export function useChangeMailChoice() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, isWanted }: MailChoice) =>
      request<MailChoice[]>(`${ownPath}/${kind}`, { method: 'PUT', body: { isWanted } }),
    onSuccess: (choices) => queryClient.setQueryData(mailChoicesQuery.queryKey, choices),
  })
}
