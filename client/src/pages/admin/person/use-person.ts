import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReviewedFile } from '@shared/files'
import { credentialsOfUserQuery } from '@/features/credentials/api'
import { reviewedFilesQuery } from '@/features/files/api'

export type Person = ReturnType<typeof usePerson>

// Nothing of the person before may be seen, or decided about, while this one's is on its way.
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
 * Loads which documents and logins the next person has, so that they are known when the review goes on to
 * them. Not the documents themselves: each that is read stands in the audit trail as opened.
 */
export function useNextPerson(userId: number | undefined) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return
    const id = String(userId)
    void queryClient.prefetchQuery(reviewedFilesQuery({ userId: id }))
    void queryClient.prefetchQuery(credentialsOfUserQuery(id))
  }, [queryClient, userId])
}
