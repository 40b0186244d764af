import { useRef, useState, type ComponentProps } from 'react'
import { acceptedExtensions } from '@shared/file-kinds'
import { FileDrop } from '@/ui/file-drop'
import { useRestoreFocus } from '@/ui/use-restore-focus'
import { checkFile, type FileProblem } from './check-file'
import type { ChosenDocument } from './file-sending'
import { PhotoHandoffButton, type HandedFile } from './photo-handoff'

interface DocumentDropProps extends Omit<
  ComponentProps<typeof FileDrop>,
  'hint' | 'accept' | 'file' | 'onSelect'
> {
  file: ChosenDocument | null
  /** A file that may be sent, none, or what is wrong with the one that was chosen. */
  onSelect: (file: ChosenDocument | null, problem: FileProblem | null) => void
}

/** A place for a document, which says what the portal takes and checks what can be told before sending. */
export function DocumentDrop({ onSelect, ...props }: DocumentDropProps) {
  const latest = useRef<File>(null)
  const place = useRef<HTMLDivElement>(null)
  const [handedCount, setHandedCount] = useState(0)
  useRestoreFocus(place, () => () => place.current?.querySelector('input'))

  async function handleSelect(chosen: File | null) {
    latest.current = chosen
    const problem = chosen && (await checkFile(chosen))
    if (latest.current === chosen) onSelect(problem ? null : chosen, problem)
  }

  function handleHanded(handed: HandedFile) {
    latest.current = null
    setHandedCount(handedCount + 1)
    onSelect(handed, null)
  }

  return (
    <div ref={place}>
      <FileDrop
        {...props}
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
