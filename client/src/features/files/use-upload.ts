import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { UploadedFile } from '@shared/files'
import { upload } from '@/lib/upload'
import type { ChosenDocument } from './file-sending'

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

/** What was uploaded; the rest of its submission may have failed. */
export type SentDocument = { file: ChosenDocument; uploadKey: string } | null

type SentState = [SentDocument, Dispatch<SetStateAction<SentDocument>>]

/** Uploads a document once, however often the rest of its submission fails. */
export function useUploadOnce([sent, setSent]: SentState) {
  const { send, ...sending } = useUpload<UploadedFile>()

  async function uploadOnce(file: ChosenDocument): Promise<string> {
    if ('uploadKey' in file) return file.uploadKey
    if (sent?.file === file) return sent.uploadKey
    const { uploadKey } = await send('/api/upload', file)
    setSent({ file, uploadKey })
    return uploadKey
  }

  return { ...sending, uploadOnce, forget: () => setSent(null) }
}
