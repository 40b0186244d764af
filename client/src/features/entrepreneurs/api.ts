import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  Entrepreneur,
  EntrepreneurChange,
  EntrepreneurRequest,
  ListedEntrepreneur,
} from '@shared/entrepreneurs'
import { request } from '@/lib/http'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { pathQuery } from '@/lib/query-client'
import { withQuery } from '@/lib/paths'
import { useDeleteRow } from '@/lib/use-delete-row'

const path = '/api/admin/entrepreneurs'
const changeKey = ['change-entrepreneur']

/** What shows entrepreneurs, in addition to their list: introductions, and the numbers of the overview. */
const shows = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  /^\/api\/admin\/(entrepreneurs|match|overview)/.test(String(queryKey[0]))

/** One page of the entrepreneurs; introductions change them, so it is refetched whenever it is opened. */
export const entrepreneursQuery = (query: PageRequest) => ({
  ...pageQuery<ListedEntrepreneur>(withQuery(path, query)),
  staleTime: 0,
})

/** One of them with the notes, which the list leaves out. */
export const entrepreneurQuery = (id: string) =>
  pathQuery<Entrepreneur>(`${path}/${id}`, { fresh: true })

/** Adds one without an id, else changes what is named. */
export function useSaveEntrepreneur(id: number | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: changeKey,
    mutationFn: (typed: EntrepreneurRequest | EntrepreneurChange) =>
      request<Entrepreneur>(id === null ? path : `${path}/${id}`, {
        method: id === null ? 'POST' : 'PATCH',
        body: typed,
      }),
    onSuccess: (saved) =>
      queryClient.setQueryData(entrepreneurQuery(String(saved.id)).queryKey, saved),
    onSettled: () => queryClient.invalidateQueries({ predicate: shows }),
  })
}

export const useDeleteEntrepreneur = () =>
  useDeleteRow<Entrepreneur>({
    mutationKey: changeKey,
    path,
    refresh: (queryClient) =>
      // Not the one that is gone, as long as its form is on the screen.
      queryClient.invalidateQueries({
        predicate: (query) => shows(query) && !/\/\d+$/.test(String(query.queryKey[0])),
      }),
    question: ({ firstName, lastName }) =>
      `Delete ${firstName} ${lastName}? This removes their details, your notes, and their past introductions for good.`,
    noun: 'entrepreneur',
    success: 'Entrepreneur deleted',
  })
