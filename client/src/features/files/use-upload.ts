import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UploadedFile } from '@shared/files'
import { upload } from '@/lib/upload'
import { useOnce } from '@/lib/use-once'
import type { HandedFile } from './photo-handoff'

interface Sending {
  path: string
  file: File
  token: string | undefined
  signal: AbortSignal
}

/** One upload at a time, with its progress (0 to 1, null when none is under way) and a way to stop it. */
export function useUpload<Answer>() {
  const [progress, setProgress] = useState<number | null>(null)
  const controller = useRef<AbortController>(null)
  // As a mutation, so that a session that has ended is noticed here too.
  const { mutateAsync } = useMutation({
    mutationFn: ({ path, file, ...options }: Sending) =>
      upload<Answer>(path, file, { onProgress: setProgress, ...options }),
    onSettled: () => setProgress(null),
  })

  async function send(path: string, file: File, token?: string): Promise<Answer> {
    const current = new AbortController()
    controller.current = current
    setProgress(0)
    return mutateAsync({ path, file, token, signal: current.signal })
  }

  return { progress, send, cancel: () => controller.current?.abort() }
}

export type ChosenDocument = File | HandedFile

/** Uploads a document once, however often the rest of its submission fails. */
export function useUploadOnce() {
  const { send, ...sending } = useUpload<UploadedFile>()
  const { sendOnce, ...once } = useOnce(async (file: ChosenDocument) =>
    'uploadKey' in file ? file : send('/api/upload', file),
  )
  return { ...sending, ...once, uploadOnce: sendOnce }
}

export interface Refusal {
  title: string
  description: string
}

/** A document that was not sent, for a reason that no answer of the server gives. */
export class NotSent extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.description)
  }
}
