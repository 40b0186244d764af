import { useState, type ReactNode } from 'react'
import { DocumentDrop } from '@/features/files/document-drop'
import { describeProblem, type FileProblem } from '@/features/files/check-file'
import type { ChosenDocument, FileSending } from '@/features/files/file-sending'
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
