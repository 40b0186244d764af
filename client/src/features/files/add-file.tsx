import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { CurrentUser } from '@shared/accounts'
import { maxFilesPerUser } from '@shared/file-kinds'
import type { LinkFileRequest, OwnFile } from '@shared/files'
import type { OwnQuestion } from '@shared/questions'
import { HttpError, post } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { toast } from '@/lib/toast-store'
import { useSend } from '@/lib/use-send'
import { filesQuery, refreshQuestion } from './api'
import { type DocumentSending, useDocumentSending } from './document-picker'
import { SendFileDialog, titleOfQuestion } from './send-file-dialog'
import { type ChosenDocument, NotSent, useUploadOnce } from './use-upload'

interface AddFileDialogProps {
  answersIt?: boolean
  onClose: () => void
}

export function AddFileDialog({ answersIt, onClose }: AddFileDialogProps) {
  const sending = useAddFile({ answersIt, onSent: onClose })
  const answered = answersIt && sending.question
  return (
    <SendFileDialog
      title={answered ? titleOfQuestion(answered) : 'Upload Additional File'}
      description={`You can keep up to ${maxFilesPerUser} documents here.`}
      label="Your document"
      submitLabel={answered ? 'Send' : 'Upload'}
      sending={sending}
      onClose={onClose}
    >
      <AnswerQuestion {...sending} />
    </SendFileDialog>
  )
}

const tooMany = {
  title: 'Maximum files reached',
  description: `You can upload a maximum of ${maxFilesPerUser} files.`,
}
const notUploaded = {
  title: 'Error uploading file',
  description: 'There was an error uploading your file. Please try again.',
}
const notLinked = {
  title: 'Error linking file',
  description: 'There was an error linking the file to your account.',
}
const noChoice = {
  title: 'Does this answer our question?',
  description: 'Please choose Yes or No.',
}

interface AddFileOptions {
  answersIt?: boolean | undefined
  onSent: () => void
}

/** Adds a document to one's own account, which takes three: uploads it, then links it. */
export function useAddFile({ answersIt, onSent }: AddFileOptions): DocumentSending & AnswerChoice {
  const queryClient = useQueryClient()
  const { uploadOnce, forget, ...upload } = useUploadOnce()
  const link = useSend(({ uploadKey, ...body }: { uploadKey: string } & LinkFileRequest) =>
    post<OwnFile>(
      `/api/link-file/${encodeURIComponent(uploadKey)}`,
      body.isAnswer ? body : undefined,
    ),
  )
  const question = queryClient.getQueryData<CurrentUser | null>(sessionKey)?.question ?? null
  // An answer about one question says nothing about the next.
  const [said, setSaid] = useState<{ of?: number | undefined; isAnswer: boolean | null }>({
    of: question?.id,
    isAnswer: answersIt || null,
  })
  const isAnswer = said.of === question?.id ? said.isAnswer : null
  const setIsAnswer = (chosen: boolean) => setSaid({ of: question?.id, isAnswer: chosen })

  const listFiles = () => queryClient.fetchQuery(filesQuery)

  async function linkFile(uploadKey: string): Promise<void> {
    try {
      await link.mutateAsync({ uploadKey, isAnswer: isAnswer === true })
    } catch (error) {
      // The answer of a link that succeeded may have been lost: the list knows better.
      const files = await listFiles().catch(() => null)
      if (files?.some((file) => file.uploadKey === uploadKey)) return
      if (files && files.length >= maxFilesPerUser) throw new NotSent(tooMany)
      if (error instanceof HttpError && [404, 409].includes(error.status)) forget()
      throw new NotSent(notLinked)
    }
  }

  async function send(file: ChosenDocument) {
    if (question && isAnswer === null) throw new NotSent(noChoice)
    const files = await listFiles()
    if (files.length >= maxFilesPerUser) throw new NotSent(tooMany)
    await linkFile(await uploadOnce(file))
    forget()
    await queryClient.invalidateQueries({ queryKey: filesQuery.queryKey })
    await refreshQuestion(queryClient)
    toast({ title: 'File uploaded successfully' })
  }

  const sending = useDocumentSending({ upload, send, failure: notUploaded, onSent })
  return { ...sending, question, isAnswer, setIsAnswer }
}

interface AnswerChoice {
  question: OwnQuestion | null
  /** Whether the document that is being sent answers it; null until that is said. */
  isAnswer: boolean | null
  setIsAnswer: (isAnswer: boolean) => void
}
const answers = [
  { label: 'Yes', value: true },
  { label: 'No, it’s something else', value: false },
] as const

/** Only the person knows: a question for a name is not answered by a document. */
export function AnswerQuestion({ question, isAnswer, setIsAnswer }: AnswerChoice) {
  const name = useId()
  if (!question) return null
  return (
    <fieldset className="mt-5">
      <legend className="font-medium">Does this answer our question?</legend>
      <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line text-muted">{question.words}</p>
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {answers.map(({ label, value }) => (
          <label key={label} className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <input
              type="radio"
              name={name}
              checked={isAnswer === value}
              onChange={() => setIsAnswer(value)}
              className="size-5 shrink-0 cursor-pointer accent-evergreen"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
