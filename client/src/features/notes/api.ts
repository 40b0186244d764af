import type { Note } from '@shared/notes'
import { pathQuery } from '@/lib/query-client'

export const notesPath = (userId: number) => `/api/admin/users/${userId}/notes`

export const notesQuery = (userId: number) => pathQuery<Note[]>(notesPath(userId))
