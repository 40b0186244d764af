import { type ComponentProps, useRef, useState } from 'react'
import { acceptedExtensions } from '@shared/file-kinds'
import { getErrorMessage } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { isAbort } from '@/lib/upload'
import { FileDrop } from '@/ui/file-drop'
import { checkFile, describeProblem, type FileProblem } from './check-file'
import { type HandedFile, PhotoHandoffButton } from './photo-handoff'
import { type ChosenDocument, NotSent, type Refusal, type useUpload } from './use-upload'

type Sentences = Record<FileProblem['kind'], string>

interface DocumentPickerProps extends Omit<
  ComponentProps<typeof FileDrop>,
  'hint' | 'accept' | 'file' | 'onSelect' | 'isErrorSpoken'
> {
  file: ChosenDocument | null
  /** Called with a file that may be sent, or with null. What is wrong with another one, the picker says itself. */
  onSelect: (file: ChosenDocument | null) => void
  sentences: Sentences
  toastTitles?: Sentences
}

/** A place for a document, which says what the portal takes and checks what can be told before sending. */
export function DocumentPicker(props: DocumentPickerProps) {
  const { onSelect, sentences, toastTitles, error, ...drop } = props
  const latest = useRef<File>(null)
  const refusal = useRef<ReturnType<typeof toast>>(null)
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const [handedCount, setHandedCount] = useState(0)

  async function handleSelect(chosen: File | null) {
    latest.current = chosen
    const found = chosen && (await checkFile(chosen))
    if (latest.current === chosen) select(found ? null : chosen, found)
  }

  function handleHanded(handed: HandedFile) {
    latest.current = null
    setHandedCount(handedCount + 1)
    select(handed, null)
  }

  function select(chosen: ChosenDocument | null, found: FileProblem | null) {
    // The toast is about the previous file.
    refusal.current?.dismiss()
    setProblem(found)
    onSelect(chosen)
    if (!found || !toastTitles) return
    // The advice is said beside the file alone: a longer toast would cover a dialog.
    const description = sentences[found.kind]
    refusal.current = toast({ title: toastTitles[found.kind], description, variant: 'destructive' })
  }

  return (
    <div>
      <FileDrop
        {...drop}
        error={error ?? (problem ? describeProblem(sentences, problem) : undefined)}
        isErrorSpoken={!error && (!toastTitles || Boolean(problem?.advice))}
        onSelect={(chosen) => void handleSelect(chosen)}
        hint="PDF, Word (doc, docx), JPG, JPEG, or PNG, up to 10 MB."
        accept={acceptedExtensions}
      />
      <PhotoHandoffButton
        key={handedCount}
        hasDocument={Boolean(props.file)}
        isLocked={Boolean(props.disabled) || typeof props.progress === 'number'}
        onHanded={handleHanded}
      />
    </div>
  )
}

interface DocumentSendingOptions {
  upload: Pick<ReturnType<typeof useUpload>, 'progress' | 'cancel'>
  send: (file: ChosenDocument) => Promise<unknown>
  /** Said where the server gives no reason. */
  failure: Refusal
  onSent: () => void
}

export type DocumentSending = ReturnType<typeof useDocumentSending>

/** Sends a document that was chosen, which stays until it has arrived, with the reason why it has not. */
export function useDocumentSending({ upload, send, failure, onSent }: DocumentSendingOptions) {
  const { progress, cancel } = upload
  const [file, setFile] = useState<ChosenDocument | null>(null)
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const refusal = useRef<ReturnType<typeof toast>>(null)

  function refuse(reason: Refusal) {
    setError(reason.description)
    return toast({ ...reason, variant: 'destructive' })
  }

  function handleSelect(chosen: ChosenDocument | null) {
    refusal.current?.dismiss()
    setFile(chosen)
    setError(undefined)
  }

  async function submit() {
    if (isSending) return
    if (!file) {
      refusal.current = refuse(nothingChosen)
      return
    }
    setError(undefined)
    // Until the lists show the document, too: a second click must not send it again.
    setIsSending(true)
    try {
      await send(file)
    } catch (reason) {
      if (reason instanceof NotSent) refuse(reason.refusal)
      else if (!isAbort(reason))
        refuse({ ...failure, description: getErrorMessage(reason, failure.description) })
      return
    } finally {
      setIsSending(false)
    }
    onSent()
  }

  const disabled = isSending && progress === null
  const picker = { file, onSelect: handleSelect, error, disabled, progress, onCancel: cancel }
  return { picker, isSending, submit, cancel }
}

const nothingChosen = {
  title: 'No file selected',
  description: 'Please select a file to upload.',
}
