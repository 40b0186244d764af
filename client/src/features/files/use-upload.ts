import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UploadedFile } from '@shared/files'
import { getErrorMessage } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { isAbort, upload } from '@/lib/upload'
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

/** A file of this device, or one that came from a phone. */
export type ChosenDocument = File | HandedFile

/** Uploads a document once, however often the rest of its submission fails. */
export function useUploadOnce() {
  const { send, ...sending } = useUpload<UploadedFile>()
  const { sendOnce, ...once } = useOnce(async (file: ChosenDocument) =>
    'uploadKey' in file ? file : send('/api/upload', file),
  )
  return { ...sending, ...once, uploadOnce: sendOnce }
}

interface Refusal {
  title: string
  description: string
}

/** A document that was not sent, for a reason that no answer of the server gives. */
export class NotSent extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.description)
  }
}

/** A way to send one chosen document; it says by toast how it went. */
export interface FileSending {
  /** 0 to 1 while bytes are being sent, else null. */
  progress: number | null
  isSending: boolean
  cancel: () => void
  /** Why it was not sent; undefined also after it was canceled. */
  submit: (file: ChosenDocument) => Promise<{ isSent: boolean; problem?: string }>
}

/** Sends one document at a time until everything is done; `failure` is said where the server gives no reason. */
export function useFileSending(
  { progress, cancel }: Pick<FileSending, 'progress' | 'cancel'>,
  send: (file: ChosenDocument) => Promise<unknown>,
  failure: Refusal,
): FileSending {
  const [isSending, setIsSending] = useState(false)

  // Until the lists show the document, too: a second click must not send it again.
  const submit: FileSending['submit'] = async (file) => {
    setIsSending(true)
    try {
      await send(file)
      return { isSent: true }
    } catch (error) {
      if (isAbort(error)) return { isSent: false }
      const refusal =
        error instanceof NotSent
          ? error.refusal
          : { ...failure, description: getErrorMessage(error, failure.description) }
      toast({ ...refusal, variant: 'destructive' })
      return { isSent: false, problem: refusal.description }
    } finally {
      setIsSending(false)
    }
  }

  return { progress, isSending, cancel, submit }
}
