import { useRef, useState, type ComponentProps } from 'react'
import { acceptedExtensions } from '@shared/file-kinds'
import { toast } from '@/lib/toast-store'
import { FileDrop } from '@/ui/file-drop'
import { useRestoreFocus } from '@/ui/use-restore-focus'
import { checkFile, describeProblem, type FileProblem } from './check-file'
import { PhotoHandoffButton, type HandedFile } from './photo-handoff'
import type { ChosenDocument, FileSending } from './use-upload'

type Sentences = Record<FileProblem['kind'], string>

interface DocumentPickerProps extends Omit<
  ComponentProps<typeof FileDrop>,
  'hint' | 'accept' | 'file' | 'onSelect'
> {
  file: ChosenDocument | null
  /** Called with a file that may be sent, or with null. What is wrong with another one, the picker says itself. */
  onSelect: (file: ChosenDocument | null) => void
  /** The page's own sentences about a file that may not be sent. */
  sentences: Sentences
  /** Titles of toasts that say it as well. */
  toastTitles?: Sentences
}

/** A place for a document, which says what the portal takes and checks what can be told before sending. */
export function DocumentPicker(props: DocumentPickerProps) {
  const { onSelect, sentences, toastTitles, error, isErrorToasted = false, ...drop } = props
  const latest = useRef<File>(null)
  const place = useRef<HTMLDivElement>(null)
  const refusal = useRef<ReturnType<typeof toast>>(null)
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const [handedCount, setHandedCount] = useState(0)
  useRestoreFocus(place, () => () => place.current?.querySelector('input'))

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
    <div ref={place}>
      <FileDrop
        {...drop}
        error={error ?? (problem ? describeProblem(sentences, problem) : undefined)}
        isErrorToasted={error ? isErrorToasted : Boolean(toastTitles) && !problem?.advice}
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

/** A document that is chosen for a sending. It stays until it has arrived, with the reason why it has not. */
export function useChosenDocument(sending: FileSending, onSent: () => void) {
  const { progress, isSending, cancel, submit } = sending
  const [file, setFile] = useState<ChosenDocument | null>(null)
  const [error, setError] = useState<string>()
  const refusal = useRef<ReturnType<typeof toast>>(null)

  function refuse(title: string, description: string) {
    refusal.current = toast({ title, description, variant: 'destructive' })
    setError(description)
  }

  function handleSelect(chosen: ChosenDocument | null) {
    refusal.current?.dismiss()
    setFile(chosen)
    setError(undefined)
  }

  async function send() {
    if (isSending || !file) return
    setError(undefined)
    const { isSent, problem } = await submit(file)
    if (isSent) onSent()
    setError(problem)
  }

  const disabled = isSending && progress === null
  const picker = { file, onSelect: handleSelect, error, disabled, progress, onCancel: cancel }
  return { picker, send, refuse }
}
