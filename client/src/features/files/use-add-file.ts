import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '@shared/accounts'
import { maxFilesPerUser } from '@shared/file-kinds'
import { HttpError, getErrorMessage } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { isAbort } from '@/lib/upload'
import { toast } from '@/lib/toast-store'
import { filesQuery, refreshQuestion, useLinkFile } from './api'
import type { AnswerChoice } from './answer-question'
import { failed, type ChosenDocument, type FileSending, type SendOutcome } from './file-sending'
import { useUploadOnce, type SentDocument } from './use-upload'

const tooMany = `You can upload a maximum of ${maxFilesPerUser} files.`
const notUploaded = 'There was an error uploading your file. Please try again.'
const notLinked = 'There was an error linking the file to your account.'

const failedAsFull = () => failed({ title: 'Maximum files reached', description: tooMany })

const sayWhether = {
  title: 'Does this answer our question?',
  description: 'Please choose Yes or No.',
}

/**
 * Adding a document to one's own account: upload, then link, at most three files. `answersIt`: it is sent from the
 * question itself.
 */
export function useAddFile(answersIt = false): FileSending & AnswerChoice {
  const queryClient = useQueryClient()
  const link = useLinkFile()
  const { progress, uploadOnce, forget, cancel } = useUploadOnce(useState<SentDocument>(null))
  const [isSending, setIsSending] = useState(false)
  const question = queryClient.getQueryData<CurrentUser | null>(sessionKey)?.question ?? null
  // What was said of one question is not said of the next.
  const [said, setSaid] = useState<{ of?: number | undefined; isAnswer: boolean | null }>({
    of: question?.id,
    isAnswer: answersIt || null,
  })
  const isAnswer = said.of === question?.id ? said.isAnswer : null
  const setIsAnswer = (chosen: boolean) => setSaid({ of: question?.id, isAnswer: chosen })

  const listFiles = () => queryClient.fetchQuery(filesQuery)

  async function uploadAndLink(file: ChosenDocument): Promise<SendOutcome> {
    try {
      const files = await listFiles()
      if (files && files.length >= maxFilesPerUser) return failedAsFull()
      return await linkOnce(await uploadOnce(file))
    } catch (error) {
      if (isAbort(error)) return { result: 'canceled' }
      const description = getErrorMessage(error, notUploaded)
      return failed({ title: 'Error uploading file', description })
    }
  }

  async function linkOnce(uploadKey: string): Promise<SendOutcome> {
    try {
      await link.mutateAsync({ uploadKey, isAnswer: isAnswer === true })
    } catch (error) {
      // The answer of a link that succeeded may have been lost: the list knows better.
      const files = await listFiles().catch(() => null)
      if (!files?.some((file) => file.uploadKey === uploadKey)) {
        if (files && files.length >= maxFilesPerUser) return failedAsFull()
        if (error instanceof HttpError && [404, 409].includes(error.status)) forget()
        return failed({ title: 'Error linking file', description: notLinked })
      }
    }
    forget()
    await queryClient.invalidateQueries({ queryKey: filesQuery.queryKey })
    await refreshQuestion(queryClient)
    toast({ title: 'File uploaded successfully' })
    return { result: 'sent' }
  }

  async function submit(file: ChosenDocument): Promise<SendOutcome> {
    if (question && isAnswer === null) return failed(sayWhether)
    setIsSending(true)
    try {
      return await uploadAndLink(file)
    } finally {
      setIsSending(false)
    }
  }

  return { progress, isSending, cancel, submit, question, isAnswer, setIsAnswer }
}
