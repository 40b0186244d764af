import { useRef, type ComponentProps } from 'react'
import { acceptedExtensions } from '@shared/file-kinds'
import { FileDrop } from '@/ui/file-drop'
import { checkFile, type FileProblem } from './check-file'

interface DocumentDropProps extends Omit<
  ComponentProps<typeof FileDrop>,
  'hint' | 'accept' | 'onSelect'
> {
  /** A file that may be sent, none, or what is wrong with the one that was chosen. */
  onSelect: (file: File | null, problem: FileProblem | null) => void
}

/** A place for a document, which says what the portal takes and checks what can be told before sending. */
export function DocumentDrop({ onSelect, ...props }: DocumentDropProps) {
  const latest = useRef<File>(null)

  async function handleSelect(chosen: File | null) {
    latest.current = chosen
    const problem = chosen && (await checkFile(chosen))
    if (latest.current === chosen) onSelect(problem ? null : chosen, problem)
  }

  return (
    <FileDrop
      {...props}
      onSelect={(chosen) => void handleSelect(chosen)}
      hint="PDF, Word (doc, docx), JPG, JPEG, or PNG, up to 10 MB."
      accept={acceptedExtensions}
    />
  )
}
