import { useState } from 'react'
import { useApply } from '@/features/accounts/api'
import {
  failed,
  type ChosenDocument,
  type FileSending,
  type SendOutcome,
} from '@/features/files/file-sending'
import { useUploadOnce, type SentDocument } from '@/features/files/use-upload'
import { HttpError, getErrorMessage } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { isAbort } from '@/lib/upload'

/** A referrer's application with a document: uploaded once, however often the rest fails. */
export function useApplyWithFile(): FileSending {
  const applying = useApply()
  const { progress, uploadOnce, forget, cancel } = useUploadOnce(useState<SentDocument>(null))
  const [isSending, setIsSending] = useState(false)

  async function submit(file: ChosenDocument): Promise<SendOutcome> {
    setIsSending(true)
    try {
      await applying.mutateAsync({ uploadKey: await uploadOnce(file) })
      toast({ title: 'Application submitted' })
      return { result: 'sent' }
    } catch (error) {
      if (isAbort(error)) return { result: 'canceled' }
      if (error instanceof HttpError && error.data?.errors?.['uploadKey']) forget()
      const description = getErrorMessage(error, 'Please try again.')
      return failed({ title: 'Submission failed', description })
    } finally {
      setIsSending(false)
    }
  }

  return { progress, isSending, cancel, submit }
}
