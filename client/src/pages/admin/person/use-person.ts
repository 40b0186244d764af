import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewedFile } from '@shared/files'
import { credentialsOfUserQuery } from '@/features/credentials/api'
import { reviewedFilesQuery } from '@/features/files/api'
import { useLoadAhead } from '@/features/files/preview-api'

export type Person = ReturnType<typeof usePerson>

// Nothing of the person before may be seen, or decided about, while this one's data loads.
const ofThisOneOnly = { placeholderData: undefined }

/** What a person has sent, and which of their documents is looked at. Null: no one's panel is open. */
export function usePerson(userId: number | null) {
  const id = String(userId ?? '')
  const enabled = userId !== null
  const files = useQuery({ ...reviewedFilesQuery({ userId: id }), ...ofThisOneOnly, enabled })
  const logins = useQuery({ ...credentialsOfUserQuery(id), ...ofThisOneOnly, enabled })
  const rows = files.data?.rows ?? []

  const [look, setLook] = useState<{ userId: number | null; at: number; left: number[] }>()
  const { at, left } = look?.userId === userId ? look : { at: 0, left: [] }
  const shown = rows.find((file) => file.id === at) ?? rows[0]
  const seen = shown ? [...left, shown.id] : left

  return {
    files,
    logins,
    shown,
    /** The documents that were on the screen since this person is. */
    seen,
    show: (file: ReviewedFile) => setLook({ userId, at: file.id, left: seen }),
  }
}

/**
 * Loads which documents and logins the next person has, and the first of the documents, so that they are there when the
 * review goes on to them.
 */
export function useNextPerson(userId: number | undefined) {
  const id = String(userId ?? '')
  const enabled = userId !== undefined
  const files = useQuery({ ...reviewedFilesQuery({ userId: id }), ...ofThisOneOnly, enabled })
  useQuery({ ...credentialsOfUserQuery(id), ...ofThisOneOnly, enabled })
  useLoadAhead(files.data?.rows[0])
}
