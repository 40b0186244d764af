import { useState, type ReactNode } from 'react'
import { useApply } from '@/features/accounts/api'
import { describeProblem, type FileProblem } from '@/features/files/check-file'
import { DocumentDrop } from '@/features/files/document-drop'
import {
  type ChosenDocument,
  type FileSending,
  failed,
  type SendOutcome,
} from '@/features/files/file-sending'
import { useUploadOnce, type SentDocument } from '@/features/files/use-upload'
import { HttpError, getErrorMessage } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { isAbort } from '@/lib/upload'
import { Button } from '@/ui/button'

const problems = {
  'wrong-type': 'Please upload a PDF, Word document, JPG, or PNG file.',
  empty: 'This file is empty. Please choose another one.',
  'too-large': 'File size must be less than 10MB.',
}

interface AddDocumentFormProps {
  sending: FileSending
  button?: string
  onDone: () => void
  /** Below the document. */
  children?: ReactNode
}

/** A document of someone who has an account already. */
export function AddDocumentForm(props: AddDocumentFormProps) {
  const { sending, button = 'Upload Document', onDone } = props
  const { progress, isSending, cancel, submit } = sending
  const [file, setFile] = useState<ChosenDocument | null>(null)
  const [error, setError] = useState<string>()

  function handleSelect(chosen: ChosenDocument | null, problem: FileProblem | null) {
    setFile(chosen)
    setError(problem ? describeProblem(problems, problem) : undefined)
  }

  async function handleSubmit() {
    if (!file || isSending) return
    setError(undefined)
    const outcome = await submit(file)
    if (outcome.result === 'sent') onDone()
    if (outcome.result === 'failed') setError(outcome.problem)
  }

  return (
    <>
      <DocumentDrop
        label="Your credit report or score screenshot"
        file={file}
        onSelect={handleSelect}
        error={error}
        disabled={isSending && progress === null}
        progress={progress}
        onCancel={cancel}
      />
      {props.children}
      <Button
        size="lg"
        pending={isSending}
        disabled={!file}
        className="mt-7 w-full sm:w-auto"
        onClick={() => void handleSubmit()}
      >
        {button}
      </Button>
      {file ? null : <p className="mt-3 text-sm text-muted">Add your document to submit.</p>}
    </>
  )
}

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
