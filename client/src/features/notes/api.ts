import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Confirmation } from '@shared/errors'
import type { Note, NoteRequest } from '@shared/notes'
import { request } from '@/lib/http'

const notesPath = (userId: number) => `/api/admin/users/${userId}/notes`

export const notesQuery = (userId: number) =>
  queryOptions({
    queryKey: [notesPath(userId)],
    queryFn: ({ signal }) => request<Note[]>(notesPath(userId), { signal }),
  })

function useRefresh(userId: number) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: notesQuery(userId).queryKey })
}

export function useAddNote(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    mutationFn: (note: NoteRequest) =>
      request<Note>(notesPath(userId), { method: 'POST', body: note }),
    onSettled: refresh,
  })
}

export function useEditNote(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    mutationFn: ({ id, ...note }: NoteRequest & { id: number }) =>
      request<Note>(`/api/admin/notes/${id}`, { method: 'PATCH', body: note }),
    onSettled: refresh,
  })
}

export function useDeleteNote(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    mutationFn: ({ id }: { id: number }) =>
      request<Confirmation>(`/api/admin/notes/${id}`, { method: 'DELETE' }),
    onSettled: refresh,
  })
}
