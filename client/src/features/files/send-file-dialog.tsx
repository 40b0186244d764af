import { useRef, useState, type ReactNode } from 'react'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/lib/toast-store'
import { DocumentDrop } from './document-drop'
import { describeProblem, type FileProblem } from './check-file'
import type { ChosenDocument, FileSending } from './file-sending'

const titles = {
  'wrong-type': 'Invalid file type',
  empty: 'This file is empty',
  'too-large': 'File too large',
}
const sentences = {
  'wrong-type': 'Please upload a PDF, Word document, JPG, or PNG file.',
  empty: 'Please choose another one.',
  'too-large': 'File size must be less than 10MB.',
}

interface SendFileDialogProps {
  title: string
  description: ReactNode
  label: string
  submitLabel: string
  sending: FileSending
  onClose: () => void
  /** Below the document. */
  children?: ReactNode
}

/** Choosing one document and sending it. What was chosen stays until it has arrived. */
export function SendFileDialog(props: SendFileDialogProps) {
  const { title, description, label, submitLabel, sending, onClose } = props
  const { progress, isSending, cancel } = sending
  const [file, setFile] = useState<ChosenDocument | null>(null)
  const [error, setError] = useState<string>()
  const [isToasted, setIsToasted] = useState(true)
  const [canRetry, setCanRetry] = useState(false)

  const refusal = useRef<ReturnType<typeof toast>>(null)

  /** What the file is and what to do is said beside it alone: a longer toast would cover the dialog. */
  function refuse(problem: { title: string; description: string }, inFull = problem.description) {
    refusal.current = toast({ ...problem, variant: 'destructive' })
    setError(inFull)
    setIsToasted(inFull === problem.description)
  }

  function handleSelect(chosen: ChosenDocument | null, problem: FileProblem | null) {
    setFile(chosen)
    // The error is about the previous file.
    refusal.current?.dismiss()
    setError(undefined)
    setCanRetry(false)
    if (problem) {
      const { kind } = problem
      refuse(
        { title: titles[kind], description: sentences[kind] },
        describeProblem(sentences, problem),
      )
    }
  }

  async function handleSubmit() {
    if (isSending) return
    if (!file) {
      refuse({ title: 'No file selected', description: 'Please select a file to upload.' })
      return
    }
    setError(undefined)
    setCanRetry(false)
    const outcome = await sending.submit(file)
    if (outcome.result === 'sent') onClose()
    if (outcome.result === 'failed') {
      setError(outcome.problem)
      setIsToasted(true)
      setCanRetry(true)
    }
  }

  function handleClose() {
    cancel()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={handleClose}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={handleClose}>
            Close
          </Button>
          <Button pending={isSending} onClick={() => void handleSubmit()}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <DocumentDrop
        label={label}
        file={file}
        onSelect={handleSelect}
        error={error}
        isErrorToasted={isToasted}
        disabled={isSending && progress === null}
        progress={progress}
        onCancel={cancel}
        {...(canRetry && { onRetry: () => void handleSubmit() })}
      />
      {props.children}
    </Dialog>
  )
}
