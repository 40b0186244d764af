import { useState } from 'react'
import type { UploadedFile } from '@shared/files'
import { useApply } from '@/features/accounts/api'
import {
  failed,
  type ChosenDocument,
  type FileSending,
  type SendOutcome,
} from '@/features/files/file-sending'
import { useUpload } from '@/features/files/use-upload'
import { HttpError, getErrorMessage } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { isAbort } from '@/lib/upload'

/** A referrer's application with a document: uploaded once, however often the rest fails. */
export function useApplyWithFile(): FileSending {
  const { progress, send, cancel } = useUpload<UploadedFile>()
  const applying = useApply()
  const [sent, setSent] = useState<{ file: ChosenDocument; uploadKey: string } | null>(null)
  const [isSending, setIsSending] = useState(false)

  async function uploadOnce(file: ChosenDocument): Promise<string> {
    if ('uploadKey' in file) return file.uploadKey
    if (sent?.file === file) return sent.uploadKey
    const { uploadKey } = await send('/api/upload', file)
    setSent({ file, uploadKey })
    return uploadKey
  }

  async function submit(file: ChosenDocument): Promise<SendOutcome> {
    setIsSending(true)
    try {
      await applying.mutateAsync({ uploadKey: await uploadOnce(file) })
      toast({ title: 'Application submitted' })
      return { result: 'sent' }
    } catch (error) {
      if (isAbort(error)) return { result: 'canceled' }
      if (error instanceof HttpError && error.data?.errors?.['uploadKey']) setSent(null)
      const description = getErrorMessage(error, 'Please try again.')
      return failed({ title: 'Submission failed', description })
    } finally {
      setIsSending(false)
    }
  }

  return { progress, isSending, cancel, submit }
}
