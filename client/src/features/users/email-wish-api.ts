import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Confirmation } from '@shared/errors'
import { request } from '@/lib/http'
import { isOfAdmin, usersPath } from './api'

/** The administrator's answer to someone who asked for another email. */
export function useSettleEmailChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settling: { id: number; newEmail: string; answer: 'confirm' | 'decline' }) => {
      const { id, newEmail, answer } = settling
      const path = `${usersPath}/${id}/email-change/${answer}`
      return request<Confirmation>(path, { method: 'POST', body: { newEmail } })
    },
    // Lists of documents and logins name the owner's email too.
    onSettled: () => queryClient.invalidateQueries({ predicate: isOfAdmin }),
  })
}
