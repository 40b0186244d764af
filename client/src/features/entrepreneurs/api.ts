import type {
  Entrepreneur,
  EntrepreneurChange,
  EntrepreneurRequest,
  EntrepreneurState,
  ListedEntrepreneur,
} from '@shared/entrepreneurs'
import { patch, post } from '@/lib/http'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { pathQuery } from '@/lib/query-client'
import { useDeleteRow } from '@/lib/use-delete-row'
import { everyAdminPage, useSend } from '@/lib/use-send'

const path = '/api/admin/entrepreneurs'
const changeKey = ['change-entrepreneur']

/** Matches queries that show entrepreneurs: their list, introductions, and the numbers of the overview. */
const shows = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  /^\/api\/admin\/(entrepreneurs|match|overview)/.test(String(queryKey[0]))

/** One page of the entrepreneurs; introductions change them, so it is refetched whenever it is opened. */
export const entrepreneursQuery = (query: PageRequest) =>
  pageQuery<ListedEntrepreneur>(path, query, { fresh: true })

/** One of them with the notes, which the list leaves out. */
export const entrepreneurQuery = (id: string) =>
  pathQuery<Entrepreneur>(`${path}/${id}`, { fresh: true })

export const useSaveEntrepreneur = (id: number | null) =>
  useSend(
    (typed: EntrepreneurRequest | EntrepreneurChange) =>
      id === null ? post<Entrepreneur>(path, typed) : patch<Entrepreneur>(`${path}/${id}`, typed),
    {
      key: changeKey,
      sets: (saved) => entrepreneurQuery(String(saved.id)).queryKey,
      refreshes: everyAdminPage,
    },
  )

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

export const stateWords: Record<EntrepreneurState, string> = {
  vetting: 'In vetting',
  ready: 'Ready',
  introduced: 'Introduced',
  matched: 'Matched',
  withdrawn: 'Withdrawn',
}

/** 'Matched with Jordan Lee'; '' for one who is free. */
export function describeMatch({ match }: Pick<ListedEntrepreneur, 'match'>): string {
  if (!match) return ''
  return `${match.isSucceeded ? 'Matched with' : 'Meeting'} ${match.partner}`
}
